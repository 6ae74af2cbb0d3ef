@rem npm scripts begin with "exec", so that signals reach Node instead of a shell. cmd.exe has no such command and runs this file.
@%*
