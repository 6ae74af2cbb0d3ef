// The smallest Next app, with which `npm run bench` compares the site. Its
// packages are a link into the site's folder.
export default { turbopack: { root: '/' }, outputFileTracingRoot: '/' }
