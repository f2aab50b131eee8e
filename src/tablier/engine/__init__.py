"""Native twins, players, analysis, UGI, contests, training and solving. The only package that imports the native module."""
