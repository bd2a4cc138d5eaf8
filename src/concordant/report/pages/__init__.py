"""
The pages as HTML: of an evaluation, of a comparison of models, of a panel of raters and of a judge.

All share one document, one style sheet and one script. A page is whole without the script and without a network: the
script moves the threshold, copies texts and saves pictures.
"""
