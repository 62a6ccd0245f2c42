@rem The npm scripts say "exec node ..." so that a signal reaches Node and not only the shell around it; cmd has no exec.
@%*
