// The smallest app of Next: what `npm run bench` compares the site with. Its packages are a link into the site's folder.
export default { turbopack: { root: '/' }, outputFileTracingRoot: '/' }
