/** The mail catcher's two pages. */
import type { CaughtMail } from './caught-mail.ts'
import type { CaughtText } from './text-catcher.ts'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'td,th{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top}' +
  'iframe{width:100%;height:28rem;border:1px solid #8888}pre{white-space:pre-wrap}'

export function mailList(mails: readonly CaughtMail[], texts: readonly CaughtText[]): string {
  const rows = mails.map(
    ({ receivedAt, from, fromName, to, subject }, number) =>
      `<tr><td>${receivedAt.slice(0, 19)}Z<td>${escaped(fromName || from)}<td>${escaped(to.join(', '))}` +
      `<td><a href="/messages/${number}">${escaped(subject)}</a>`,
  )
  const body = rows.length
    ? `<table><tr><th>Received<th>From<th>To<th>Subject${rows.toReversed().join('')}</table>`
    : '<p>Nothing yet.</p>'
  return page(
    'Caught mail',
    `${body}<p><a href="/messages">As JSON</a></p><h2>Caught texts</h2>${textList(texts)}` +
      `<p><a href="/texts">As JSON</a></p>`,
  )
}

/** Texts, each with a form that answers as the family. */
function textList(texts: readonly CaughtText[]): string {
  const rows = texts.map(
    ({ sid, receivedAt, from, to, body }) =>
      `<tr><td>${receivedAt.slice(0, 19)}Z<td>${escaped(from)}<td>${escaped(to)}<td>${escaped(body)}` +
      `<td><form method="post" action="/texts/${sid}/reply">` +
      `<input name="body" aria-label="Answer" required maxlength="1600"><button>Answer</button></form>`,
  )
  return rows.length
    ? `<table><tr><th>Received<th>From<th>To<th>Text<th>Answer as the family${rows.toReversed().join('')}</table>`
    : '<p>Nothing yet.</p>'
}

export function mailPage({
  from,
  fromName,
  to,
  subject,
  text,
  html,
  messageId,
  attachments,
}: CaughtMail): string {
  const head = [
    ['From', fromName ? `${fromName} <${from}>` : from],
    ['To', to.join(', ')],
    ['Message-ID', messageId],
  ].map(([name = '', value = '']) => `<tr><th>${name}<td>${escaped(value)}`)
  return page(
    escaped(subject),
    `<p><a href="/">All mail</a></p><table>${head.join('')}</table>` +
      `<iframe sandbox srcdoc="${escaped(withPictures(html, attachments))}" title="HTML"></iframe>` +
      `<h2>Plain text</h2><pre>${escaped(text)}</pre>`,
  )
}

/** The HTML with the pictures that it contains, such as the logo of a centre. */
const withPictures = (html: string, attachments: CaughtMail['attachments']): string =>
  attachments.reduce(
    (text, { cid, contentType, content }) =>
      cid ? text.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content}`) : text,
    html,
  )

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>` +
  `<style>${STYLE}</style><h1>${title}</h1>${body}</html>\n`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
