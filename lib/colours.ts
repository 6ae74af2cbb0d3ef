/** The light scheme's colours where no stylesheet reaches: in images, the manifest and the browser's own frame. */
export const light = {
  paper: '#f7f4ee',
  ink: '#0e1a24',
  soft: '#46525d',
  rule: '#cfc8b8',
  gold: '#7d5f18',
  silver: '#5d6a75',
}

/** The dark scheme's page. */
export const dark = { paper: '#0e1a24' }
