"""Escort Quest solved fast: the same answers as questpress.play.solver gives by the readable rules, sooner.

No rule of a tile stands here a second time. What a tile does to a token is asked of rules.py once for each situation
(effects) and spread over the board as small tables, one row for each standing of a token (tables). The three tokens
meet only in the order of a turn, in capture, in the goblin's way and in the guardian's immunity; these few lines are
held equal to rules.py by tests over random layouts and every combination of options.

ground       board, tiles and options as two byte strings: what a search over layouts changes
effects      what landing does, by situation, learnt from the readable rules
tables       each token's steps on one ground, filled when they are first needed
search       from one start forward: winnable, depth
everywhere   all starts of a ground in one backward pass
"""
