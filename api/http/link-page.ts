import type { ErrorCode } from '../../domain/core/errors.ts'
import type { Field } from '../../domain/links/purpose.ts'
import type { Language } from '../../domain/messages/templates/define-template.ts'
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

/** What a person reads when a link is refused; `other` for whatever they cannot help. */
const REFUSALS: Record<Language, Partial<Record<ErrorCode, string[]>> & { other: string[] }> = {
  en: {
    link_used: ['Already answered', 'This link works once, and your answer has arrived.'],
    link_expired: ['Too late', 'This link has expired. Please ask the centre for a new one.'],
    not_found: ['No such link', 'Please check that you have copied the whole link.'],
    validation_failed: ['Something is missing', 'Please go back and fill in the form again.'],
    other: ['That did not work', 'Please try again in a few minutes.'],
  },
  de: {
    link_used: ['Schon beantwortet', 'Der Link gilt einmal, und Ihre Antwort ist angekommen.'],
    link_expired: ['Zu spät', 'Der Link ist abgelaufen. Bitten Sie die Praxis um einen neuen.'],
    not_found: ['Diesen Link gibt es nicht', 'Bitte prüfen Sie, ob er vollständig kopiert ist.'],
    validation_failed: ['Etwas fehlt', 'Bitte gehen Sie zurück und füllen Sie das Formular aus.'],
    other: ['Das hat nicht geklappt', 'Bitte versuchen Sie es in ein paar Minuten noch einmal.'],
  },
}

export const refusalPage = (code: ErrorCode, language: Language): PageContent => {
  const [title = '', ...paragraphs] = REFUSALS[language][code] ?? REFUSALS[language].other
  return { language, title, paragraphs }
}
