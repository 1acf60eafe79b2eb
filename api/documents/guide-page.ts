import { Marked, type Tokens } from 'marked'
import { escaped } from '#messaging/messages/render.ts'
import { drawFlowchart, parseFlowchart } from './flowchart.ts'
import { PAGES, readingPath } from './pages.ts'
import { PLAIN_STYLE, siteHeader } from './plain-style.ts'

const SERVED = new Set(PAGES.map(({ path }) => path))

/** Renders a page of docs/ for browsers. `path` is the path of its Markdown file, against which links are resolved. */
export const guidePage = (path: string, markdown: string): string => {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer)
        return `<h${depth} id="${anchorOf(plain)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const to = targetOf(href, path)
        return to ? `<a href="${escaped(to)}">${text}</a>` : text
      },
      code: ({ text, lang }: Tokens.Code) =>
        lang === 'mermaid'
          ? drawFlowchart(parseFlowchart(text))
          : `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  })
  const body = marked.parse(markdown, { async: false })
  const [, title = ''] = /^# (.*)$/m.exec(markdown) ?? []
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Therapy Care Platform API</title>
<link rel="icon" href="data:,">
<style>${PLAIN_STYLE}
body { max-width: 48rem; overflow-wrap: anywhere }
h2, h3 { margin-top: 2rem; scroll-margin-top: 1rem }
code { font-size: 0.85em }
pre { overflow: auto; background: #8882; padding: 0.75rem }
div, figure { overflow: auto }
figure { margin: 1.5rem 0 }
figure svg { display: block; width: 100%; height: auto; margin: 0 auto; overflow-wrap: normal }
figure rect { fill: var(--box); stroke: var(--accent); stroke-opacity: 0.6 }
figure text { fill: currentColor }
figure .caption { paint-order: stroke; stroke: Canvas; stroke-width: 5px; fill: var(--accent) }
:root { --box: #eef4fc }
@media (prefers-color-scheme: dark) { :root { --box: #1d2836 } }
table { border-collapse: collapse; overflow-wrap: normal }
td code { overflow-wrap: anywhere }
th, td { border-bottom: 1px solid #8884; padding: 0.35rem 0.75rem 0.35rem 0; text-align: left; vertical-align: top }
</style>
</head>
<body>
${siteHeader([path, 'Markdown'])}
<main>
${body.replaceAll('<table>', '<div tabindex="0"><table>').replaceAll('</table>', '</table></div>')}</main>
</body>
</html>
`
}

/** The anchor of a heading, as on GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** The target of a link on a page; none if the file is only in the repository. */
const targetOf = (href: string, path: string): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href
  const { pathname, hash } = new URL(href, `http://docs${path}`)
  return SERVED.has(pathname) ? readingPath(pathname) + hash : undefined
}
