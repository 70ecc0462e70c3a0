"""Preflight: what a print house would find in a PDF, ours or a stranger's, before it does.

Bytes in, a verdict out. `examine` opens the file, judges what it says of itself (identity, boxes, fonts, forbidden
things), walks every page's content, renders its plates, and measures them. Nothing is changed.
"""
