"""Drawn chunks in a target's colours: from the sRGB that screens show to plates, to grey, or to less ink.

A chunk is a PDF as cairo draws it. Every colour in it becomes one of the target's: what the palette states exactly as
it is stated, black and greys on the black plate alone, the rest through the target's output profile and under its ink
limit. `recipe` says what a target makes of a palette, `convert` does it.
"""
