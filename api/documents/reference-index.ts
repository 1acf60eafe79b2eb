import { createHash } from 'node:crypto'
import { escaped } from '#messaging/messages/render.ts'
import type { ContextName } from '../../domain/contexts.ts'
import { areaTitle } from './area-document.ts'
import { TAGS } from './description.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import type { PageSection } from './page-sections.ts'
import { PLAIN_STYLE, siteHeader } from './plain-style.ts'

/**
 * Shows the operations and guides that contain all typed words, and headings that match. Sections appear only
 * while typing.
 */
const SCRIPT = `
const box = document.querySelector('input')
const found = document.querySelector('output')
const items = [...document.querySelectorAll('li')]
const words = items.map((item) => item.textContent.toLowerCase())
const update = () => {
  const wanted = box.value.toLowerCase().split(/\\s+/)
  items.forEach((item, at) => {
    item.hidden = !wanted.every((word) => words[at].includes(word)) || (box.value === '' && item.className === 'part')
  })
  for (const it of document.querySelectorAll('section')) it.hidden = !it.querySelector('li:not([hidden])')
  found.textContent = box.value === '' ? '' : items.filter((item) => !item.hidden).length + ' found'
}
box.closest('p').hidden = false
box.addEventListener('input', update)
update()
`

/** Allows only our script and no other host. */
export const INDEX_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Entry {
  title: string
  method: string
  path: string
  id: string
}

/** A page of docs/, with its subject and sections. */
export interface IndexedPage {
  about: string
  sections: readonly PageSection[]
}

/** `/docs`: all guides, and operations by area. The page of an area, which is drawn in the browser, has the details. */
export const referenceIndex = (
  document: OpenApiDocument,
  pages: readonly IndexedPage[],
): string => {
  const entries = entriesByTag(document)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Therapy Care Platform API</title>
<link rel="icon" href="data:,">
<style>${PLAIN_STYLE}
body { max-width: 60rem }
input { font: inherit; width: 20rem; max-width: 100%; padding: 0.4rem; box-sizing: border-box }
h2 { margin: 2.5rem 0 0; border-top: 1px solid #8884; padding-top: 1rem }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem }
p { margin: 0.25rem 0 }
ul { margin: 0; padding: 0; list-style: none; columns: 26rem }
li { break-inside: avoid; margin: 0.15rem 0 }
li code, li span { display: block; font-size: 0.75rem; opacity: 0.75; overflow-wrap: anywhere }
li small { display: none }
[hidden] { display: none }
</style>
</head>
<body>
${siteHeader()}
<h1>Therapy Care Platform API</h1>
<p>Guides, and every operation by area. The link of an operation leads to its parameters, its examples and a form to try it.</p>
<p>For a token, send the client id and secret of an API key to
<a href="${linkTo('platform', 'Authentication', { method: 'post', path: '/oauth/token' })}"><code>POST /oauth/token</code></a>;
then send it as <code>Authorization: Bearer …</code>. <code>bin/up</code> prints a key of the demo centre.</p>
<p><a href="/docs/quickstart">Quickstart</a> · <a href="/docs/guides">Guides</a> ·
<a href="/docs/reference/platform">Conventions</a> · <a href="/docs/errors">Error codes</a> ·
<a href="/openapi.json">OpenAPI document</a> · <a href="/postman.json">Postman collection</a></p>
<p hidden><label>Search <input type="search" placeholder="book, upload, refund, webhook …" autofocus></label>
<output aria-live="polite"></output></p>
${guidesHtml(pages)}
${Object.keys(TAGS)
  .map((area) => areaHtml(area as ContextName, entries))
  .join('\n')}
<script>${SCRIPT}</script>
</body>
</html>
`
}

const entriesByTag = ({ paths, webhooks }: OpenApiDocument): Map<string, Entry[]> => {
  const entries = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: id, tags, ...rest }]) => ({
        tag: tags[0]!,
        entry: { title: String('summary' in rest ? rest.summary : id), method, path, id },
      })),
  )
  return new Map(
    [...Map.groupBy(entries, ({ tag }) => tag)].map(([tag, ofTag]) => [
      tag,
      ofTag.map(({ entry }) => entry),
    ]),
  )
}

const guidesHtml = (pages: readonly IndexedPage[]): string => `<section>
<h2 id="guides"><a href="/docs/guides">Guides</a></h2>
<ul>
${pages.flatMap(({ about, sections: [page, ...parts] }) => (page ? [sectionHtml(page, about), ...parts.map((part) => sectionHtml(part, page.title, 'part'))] : [])).join('\n')}
</ul>
</section>`

const sectionHtml = ({ title, href, words }: PageSection, about: string, kind = 'page'): string =>
  `<li class="${kind}"${kind === 'part' ? ' hidden' : ''}><a href="${href}">${escaped(title)}</a> <span>${escaped(about)}</span><small> ${escaped(words)}</small></li>`

const areaHtml = (area: ContextName, entries: Map<string, Entry[]>): string => `<section>
<h2 id="${area}"><a href="/docs/reference/${area}">${areaTitle(area)}</a></h2>
${Object.entries(TAGS[area])
  .map(([tag, about]) => tagHtml(area, tag, about, entries.get(tag) ?? []))
  .join('\n')}
</section>`

const tagHtml = (area: ContextName, tag: string, about: string, entries: Entry[]): string =>
  `<section>
<h3><a href="${linkTo(area, tag)}">${escaped(tag)}</a></h3>
<p>${escaped(about)}</p>
<ul>
${entries.map((entry) => entryHtml(area, tag, entry)).join('\n')}
</ul>
</section>`

/** The operation id can be searched for. */
const entryHtml = (area: ContextName, tag: string, entry: Entry): string =>
  `<li><a href="${linkTo(area, tag, entry)}">${escaped(entry.title)}</a> <code>${called(entry)}</code><small> ${entry.id} ${escaped(tag)}</small></li>`

const isWebhook = ({ path }: Pick<Entry, 'path'>) => !path.startsWith('/')

const called = (entry: Entry): string =>
  isWebhook(entry) ? entry.path : `${entry.method.toUpperCase()} ${entry.path}`

/** Scalar's anchor for a tag or an operation on the page of its area. */
const linkTo = (
  area: ContextName,
  tag: string,
  operation?: Pick<Entry, 'method' | 'path'>,
): string => {
  const anchor = `/docs/reference/${area}#tag/${tag.toLowerCase().replaceAll(' ', '-')}`
  if (!operation) return anchor
  const method = operation.method.toUpperCase()
  return isWebhook(operation)
    ? `${anchor}/webhook/${method}/${operation.path}`
    : `${anchor}/${method}${operation.path}`
}
