@rem npm scripts say "exec", so that signals reach Node and not a shell before it. cmd.exe, which lacks it, finds this.
@%*
