/** The style of our pages: the system font, one column below one header, light or dark. */
export const PLAIN_STYLE = `
:root { color-scheme: light dark; --accent: #1a5fb4; --line: #8884 }
@media (prefers-color-scheme: dark) { :root { --accent: #8ab4f8 } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 0 auto 3rem; padding: 0 1rem }
a { color: var(--accent) }
h1 { line-height: 1.2 }
.site { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.5rem; margin-bottom: 2rem; padding: 1rem 0 0.75rem; border-bottom: 1px solid var(--line) }
.site a { text-decoration: none }
.site > a { color: inherit; font-weight: 600 }
.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.9rem; overflow-wrap: normal }
.site a:hover { text-decoration: underline }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }`

const PAGES = [
  ['/docs', 'Reference'],
  ['/docs/quickstart', 'Quickstart'],
  ['/docs/guides', 'Guides'],
  ['/docs/errors', 'Errors'],
  ['/sign-in', 'Sign in'],
] as const

/** The header of all our pages. `more` is an additional link. */
export const siteHeader = (more?: readonly [path: string, name: string]): string =>
  `<header class="site"><a href="/">Therapy Care Platform</a>
<nav aria-label="Site">${[...PAGES, ...(more ? [more] : [])].map(([path, name]) => `<a href="${path}">${name}</a>`).join('\n')}</nav></header>`
