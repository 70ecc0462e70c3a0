"""Escort Quest solved fast: the same answers as questpress.play.solver gives by the readable rules, sooner.

No rule of a tile stands here a second time. What a tile does to a token is asked of rules.py once for each situation
(effects) and spread over the board as small tables, one row for each standing of a token (tables). The three tokens
meet only in the order of a turn, in capture, in the goblin's way and in the guardian's immunity; these few lines are
held equal to rules.py by tests over random layouts and every combination of options.

ground       board, tiles and options as two byte strings: what a search over layouts changes
effects      what landing does, by situation, learnt from the readable rules
tokens       one token's steps on one ground, a row for each standing, filled when it is first needed
tables       the three tokens' steps and the goblin's phase
search       from one start forward: winnable, depth
backward     all starts of a ground in one pass, in plain Python; shifts is its goblin's phase
kernel       the same two in C, compiled where there is a compiler, never needed; compiled gives its answers that form
everywhere   what a finished pass is asked: depths, deepest placements, first plies
solving      a layout's verdict and strategy by whichever of these is quickest
"""
