import type { Field } from '../../domain/links/purpose.ts'
import { escaped } from '../../domain/messages/render.ts'

/** No scripts, no other host; a form may go back to where it came from. */
export const LINK_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export interface PageContent {
  language: string
  title: string
  paragraphs: readonly string[]
  form?: { fields: readonly Field[]; submit: string }
}

/** The page behind a one-time link: one column, readable on any phone, usable by keyboard and ear. */
export const linkPage = ({
  language,
  title,
  paragraphs,
  form,
}: PageContent): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark }
body { font: 18px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
fieldset { border: 1px solid #8888; border-radius: 0.5rem; margin: 1.5rem 0; padding: 0.5rem 1rem }
label { display: block; padding: 0.4rem 0 }
input[type=radio] { width: 1.2em; height: 1.2em; vertical-align: -0.2em; margin-right: 0.5em }
textarea { width: 100%; min-height: 6rem; font: inherit; box-sizing: border-box }
button { font: inherit; padding: 0.6rem 1.4rem; margin: 1rem 0 }
:focus-visible { outline: 3px solid #1a6fd4; outline-offset: 2px }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${form ? formHtml(form) : ''}
</main>
</body>
</html>
`

const formHtml = ({ fields, submit }: NonNullable<PageContent['form']>) =>
  `<form method="post">
${fields.map(fieldHtml).join('\n')}
<button type="submit">${escaped(submit)}</button>
</form>`

const fieldHtml = (field: Field): string => {
  const { name, label } = field
  if (field.type === 'text')
    return `<label for="${name}">${escaped(label)}</label>
<textarea id="${name}" name="${name}" maxlength="${field.maxLength}"></textarea>`
  const options = field.options.map(
    ({ value, label: text }) =>
      `<label><input type="radio" name="${name}" value="${escaped(value)}" required>${escaped(text)}</label>`,
  )
  return `<fieldset>
<legend>${escaped(label)}</legend>
${options.join('\n')}
</fieldset>`
}
