import { createHash } from 'node:crypto'
import type { ErrorCode } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { CONDITIONS_SCRIPT } from '#messaging/links/condition.ts'
import type { Field, LinkView } from '#messaging/links/link-purpose.ts'
import type { FamilyLanguage } from '#messaging/messages/templates/define-template.ts'
import { escaped } from '#messaging/messages/render.ts'

/**
 * Shows and hides questions while others are answered, by the conditions that the server has. What is
 * hidden is disabled: it is neither required nor sent.
 */
const SCRIPT = `
${CONDITIONS_SCRIPT}
const form = document.querySelector('form')
const questions = [...form.querySelectorAll('[data-question]')]
const inputsOf = (question) => [...question.querySelectorAll('input, textarea')]
const answerOf = (question) => {
  const given = inputsOf(question).filter((input) =>
    input.type === 'radio' || input.type === 'checkbox' ? input.checked : input.value.trim() !== '')
  const values = given.map(({ value }) => value.trim())
  if (values.length === 0) return undefined
  switch (question.dataset.kind) {
    case 'YES_NO': return values[0] === 'yes'
    case 'CHOICES': return values
    case 'NUMBER': return Number(values[0].replace(',', '.'))
    default: return values[0]
  }
}
const update = () => {
  const known = new Map()
  const shown = []
  for (const question of questions) {
    const isShown = JSON.parse(question.dataset.showIf).every((condition) => isMet(condition, known))
    question.hidden = !isShown
    for (const it of question.querySelectorAll('fieldset, input, textarea')) it.disabled = !isShown
    if (!isShown) continue
    shown.push(question.dataset.question)
    const answer = answerOf(question)
    if (answer !== undefined) known.set(question.dataset.question, answer)
  }
  if (form.elements._shown) form.elements._shown.value = shown.join(' ')
}
form.addEventListener('input', update)
update()
`

/** No script but ours, no other host; a form may go back to where it came from. */
export const LINK_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageContent {
  language: FamilyLanguage
  /** Who asks. */
  centre?: string | undefined
  title: string
  paragraphs: readonly string[]
  list?: readonly string[] | undefined
  /** What the way back to the page is called. */
  again?: string | undefined
  form?: LinkForm | undefined
}

/** A form, and what was wrong with it when it was sent. */
export interface LinkForm extends Pick<LinkView, 'fields' | 'submit' | 'later' | 'hidden'> {
  given?: Record<string, unknown>
  issues?: readonly Issue[]
  /** Fields of files that were in order: nothing of a refused form is kept, and no browser chooses a file again. */
  notKept?: readonly string[]
  /** A field that nobody sees: what is in it was filled in by a program. */
  trap?: { name: string; label: string }
}

/** The page behind a one-time link: one column, readable on any phone, usable by keyboard and ear. */
export const linkPage = ({
  language,
  centre,
  title,
  paragraphs,
  list,
  again,
  form,
}: PageContent): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(headingOf({ title, centre, form, language }))}</title>
<style>
:root { color-scheme: light dark }
body { font: 18px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
fieldset { border: 1px solid #8888; border-radius: 0.5rem; margin: 1.5rem 0; padding: 0.5rem 1rem }
label { display: block; padding: 0.4rem 0 }
fieldset label { display: flex; align-items: baseline }
fieldset input { flex: none }
input[type=radio] { width: 1.2em; height: 1.2em; vertical-align: -0.2em; margin-right: 0.5em }
input[type=checkbox] { width: 1.2em; height: 1.2em; vertical-align: -0.2em; margin-right: 0.5em }
textarea, input[type=text], input[type=date], input[type=file] { width: 100%; font: inherit; padding: 0.4rem; box-sizing: border-box }
textarea { min-height: 6rem }
h2 { margin: 2rem 0 0 }
[hidden], section:not(:has(.question:not([hidden]))) { display: none }
.from { margin: 0; font-weight: 600 }
.help { margin: 0; opacity: 0.8 }
.problem { margin: 0.2rem 0; color: #c5221f; font-weight: bold }
@media (prefers-color-scheme: dark) { .problem { color: #ff8a80 } }
.trap { position: absolute; left: -10000px }
.more { border: 2px solid #1a6fd4; border-radius: 0.5rem; padding: 0 1rem }
[role=alert] { border: 2px solid #c5221f; border-radius: 0.5rem; padding: 0 1rem }
button { font: inherit; padding: 0.6rem 1.4rem; margin: 1rem 0.5rem 1rem 0; border: 2px solid #1a4f8b; border-radius: 0.3rem; background: none; color: inherit }
button:not([formnovalidate]) { background: #1a4f8b; color: #fff }
:focus-visible { outline: 3px solid #1a6fd4; outline-offset: 2px }
</style>
</head>
<body>
<main>
${centre ? `<p class="from">${escaped(centre)}</p>` : ''}
<h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${list ? `<ul>${list.map((text) => `<li>${escaped(text)}</li>`).join('\n')}</ul>` : ''}
${again ? `<p><a href="">${escaped(again)}</a></p>` : ''}
${form && form.fields.length > 0 ? formHtml(form, language) : ''}
</main>
</body>
</html>
`

/** What the window is called: a problem first, for who hears it read out. */
const headingOf = ({ title, centre, form, language }: Omit<PageContent, 'paragraphs'>): string => {
  const isRefused = form?.issues && !asksMoreOnly(form.issues)
  const said = isRefused ? `${PROBLEMS[language].title}: ${title}` : title
  return centre ? `${said} · ${centre}` : said
}

const formHtml = (form: LinkForm, language: FamilyLanguage) => {
  const { fields, submit, later, hidden = {} } = form
  const along = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  const button =
    later &&
    `<button type="submit" name="${later.name}" value="true" formnovalidate>${escaped(later.label)}</button>`
  return `${form.issues ? summaryHtml(form, form.issues, language) : ''}
<form method="post"${fields.some(({ type }) => type === 'FILE') ? ' enctype="multipart/form-data"' : ''}>
${along.join('\n')}
${sectionsHtml(form, language)}${trapHtml(form)}
<button type="submit">${escaped(submit)}</button>
${button ?? ''}
</form>
${fields.some(({ showIf }) => showIf) ? `<script>${SCRIPT}</script>` : ''}`
}

const trapHtml = ({ trap }: LinkForm): string =>
  trap
    ? `\n<div class="trap" aria-hidden="true"><label>${escaped(trap.label)} <input type="text" name="${trap.name}" tabindex="-1" autocomplete="off"></label></div>`
    : ''

/** A section without a question that is shown is not shown either. */
const sectionsHtml = (form: LinkForm, language: FamilyLanguage): string => {
  const parts = form.fields.map((field) =>
    field.type === 'SECTION'
      ? `</section><section>\n${headingHtml(field)}`
      : questionHtml(field, form, language),
  )
  return `<section>\n${parts.join('\n')}\n</section>`
}

const headingHtml = ({ label, help }: Field) =>
  `<h2>${escaped(label)}</h2>${help ? `<p class="help">${escaped(help)}</p>` : ''}`

const questionHtml = (field: Question, form: LinkForm, language: FamilyLanguage): string => {
  const { name, type, showIf = [], isHidden } = field
  const kind = 'isYesNo' in field ? 'YES_NO' : type
  const data = `data-question="${name}" data-kind="${kind}" data-show-if="${escaped(JSON.stringify(showIf))}"`
  return `<div class="question" ${data}${isHidden ? ' hidden' : ''}>
${fieldHtml(field, form, language)}
</div>`
}

type Question = Exclude<Field, { type: 'SECTION' }>

/** What is wrong, with the way to each field: read out as the page opens. */
const summaryHtml = (form: LinkForm, issues: readonly Issue[], language: FamilyLanguage) => {
  const items = form.fields.flatMap(({ name, label }) => {
    const text = problemAt(name, form, language)
    return text ? [`<li><a href="#${name}">${escaped(label)}</a>: ${text}</li>`] : []
  })
  const { intro, more } = PROBLEMS[language]
  return asksMoreOnly(issues)
    ? `<div class="more" role="status"><p>${more}</p><ul>${items.join('\n')}</ul></div>`
    : `<div role="alert"><p>${intro}</p><ul>${items.join('\n')}</ul></div>`
}

/** Nothing was wrong: what was answered makes the form ask something else. */
export const asksMoreOnly = (issues: readonly Issue[]): boolean =>
  issues.length > 0 && issues.every(({ code }) => code === 'new_question')

const fieldHtml = (field: Question, form: LinkForm, language: FamilyLanguage): string => {
  const { name, help, isHidden = false } = field
  const label = field.required === false ? `${field.label} (${OPTIONAL[language]})` : field.label
  const problem = problemAt(name, form, language)
  const notes = [
    help && `<p class="help" id="${name}-help">${escaped(help)}</p>`,
    problem && `<p class="problem" id="${name}-problem">${problem}</p>`,
  ]
  const described = [help && `${name}-help`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const attributes = `${described && ` aria-describedby="${described}"`}${problem ? ' aria-invalid="true"' : ''}${isHidden ? ' disabled' : ''}`
  const shown = { ...field, value: valueOf(form.given?.[name] ?? field.value) }
  if ('options' in field)
    return `<fieldset id="${name}" tabindex="-1"${attributes}>
<legend>${escaped(label)}</legend>
${notes.filter(Boolean).join('\n')}
${optionsHtml({ ...field, value: shown.value })}
</fieldset>`
  return `<label for="${name}">${escaped(label)}</label>
${notes.filter(Boolean).join('\n')}
${inputHtml(field, shown.value[0] ?? '', attributes)}`
}

const valueOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  )

const optionsHtml = ({ name, type, options, required, value }: Choice & { value: string[] }) =>
  options
    .map((option) => {
      const checked = value.includes(option.value) ? ' checked' : ''
      // A group of checkboxes cannot be required by HTML: the server sees to it.
      const kind = type === 'CHOICE' ? 'radio' : 'checkbox'
      const must = type === 'CHOICE' && required !== false ? ' required' : ''
      return `<label><input type="${kind}" name="${name}" value="${escaped(option.value)}"${must}${checked}>${escaped(option.label)}</label>`
    })
    .join('\n')

type Choice = Extract<Field, { options: unknown }>

const inputHtml = (field: Exclude<Field, Choice>, value: string, attributes: string): string => {
  const { name, type, required } = field
  const all = `id="${name}" name="${name}"${required ? ' required' : ''}${attributes}`
  if (type === 'FILE') return `<input type="file" ${all} accept="${field.accept.join(',')}">`
  if (type === 'TEXT')
    return `<textarea ${all} maxlength="${field.maxLength}">${escaped(value)}</textarea>`
  if (type === 'LINE')
    return `<input type="text" ${all} maxlength="${field.maxLength}" value="${escaped(value)}">`
  // A field of type number takes no decimal comma, and turns when the page is scrolled.
  return type === 'NUMBER'
    ? `<input type="text" inputmode="decimal" ${all} value="${escaped(value)}">`
    : `<input type="date" ${all} value="${escaped(value)}">`
}

const OPTIONAL: Record<FamilyLanguage, string> = {
  en: 'optional',
  de: 'freiwillig',
  es: 'opcional',
}

interface Problems {
  title: string
  intro: string
  more: string
  other: string
  chooseAgain: string
  codes: Partial<Record<Issue['code'], string>>
}

/** What is wrong with an answer, as a person reads it. */
const PROBLEMS: Record<FamilyLanguage, Problems> = {
  en: {
    title: 'Something is missing',
    intro: 'Please look at these once more:',
    more: 'Thank you. Because of your answers there is more to ask:',
    other: 'Please check this answer.',
    chooseAgain: 'Please choose this file again. Nothing has been sent yet.',
    codes: {
      required: 'Please answer this.',
      new_question: 'This is asked because of your other answers.',
      invalid_type: 'This answer is not of the right kind.',
      invalid_value: 'Please choose one of the answers that are offered.',
      out_of_range: 'This number is too small or too large.',
      too_long: 'This answer is too long.',
      content_mismatch: 'This file is not of the kind that its name says.',
      empty_file: 'This file is empty.',
      malware: 'Something harmful was found in this file.',
      not_allowed: 'We cannot take a file of this kind here.',
      duplicate: 'This is there already.',
      same_record: 'Please name somebody else than yourself.',
      in_the_past: 'This day has passed.',
      in_the_future: 'This day is in the future.',
      invalid_character: 'This has a character in it that we cannot take.',
      invalid_format: 'This is not written as we need it.',
      already_exists: 'This is on record already. Please check it, or ask the centre.',
    },
  },
  de: {
    title: 'Etwas fehlt',
    intro: 'Bitte sehen Sie sich das noch einmal an:',
    more: 'Vielen Dank. Wegen Ihrer Antworten gibt es noch etwas zu fragen:',
    other: 'Bitte prüfen Sie diese Antwort.',
    chooseAgain: 'Bitte wählen Sie diese Datei noch einmal aus. Es wurde noch nichts gesendet.',
    codes: {
      required: 'Bitte beantworten Sie das.',
      new_question: 'Das wird wegen Ihrer anderen Antworten gefragt.',
      invalid_type: 'Diese Antwort hat nicht die richtige Form.',
      invalid_value: 'Bitte wählen Sie eine der Antworten, die zur Wahl stehen.',
      out_of_range: 'Diese Zahl ist zu klein oder zu groß.',
      too_long: 'Diese Antwort ist zu lang.',
      content_mismatch: 'Diese Datei ist nicht von der Art, die ihr Name sagt.',
      empty_file: 'Diese Datei ist leer.',
      malware: 'In dieser Datei wurde etwas Schädliches gefunden.',
      not_allowed: 'Dateien dieser Art können wir hier nicht annehmen.',
      duplicate: 'Das steht schon da.',
      same_record: 'Bitte nennen Sie jemand anderen als sich selbst.',
      in_the_past: 'Dieser Tag ist vorbei.',
      in_the_future: 'Dieser Tag liegt in der Zukunft.',
      invalid_character: 'Darin ist ein Zeichen, das wir nicht annehmen können.',
      invalid_format: 'Das ist nicht so geschrieben, wie wir es brauchen.',
      already_exists:
        'Das ist schon bekannt. Bitte prüfen Sie es, oder fragen Sie in der Praxis nach.',
    },
  },
  es: {
    title: 'Falta algo',
    intro: 'Por favor, revise lo siguiente:',
    more: 'Gracias. Por sus respuestas, hay algo más que preguntar:',
    other: 'Por favor, revise esta respuesta.',
    chooseAgain: 'Por favor, elija este archivo otra vez. Todavía no se ha enviado nada.',
    codes: {
      required: 'Por favor, responda a esta pregunta.',
      new_question: 'Esto se pregunta por sus otras respuestas.',
      invalid_type: 'Esta respuesta no es del tipo correcto.',
      invalid_value: 'Por favor, elija una de las respuestas que se ofrecen.',
      out_of_range: 'Este número es demasiado pequeño o demasiado grande.',
      too_long: 'Esta respuesta es demasiado larga.',
      content_mismatch: 'Este archivo no es del tipo que indica su nombre.',
      empty_file: 'Este archivo está vacío.',
      malware: 'Se encontró algo dañino en este archivo.',
      not_allowed: 'Aquí no podemos aceptar un archivo de este tipo.',
      duplicate: 'Esto ya está.',
      same_record: 'Por favor, indique a otra persona que no sea usted.',
      in_the_past: 'Este día ya ha pasado.',
      in_the_future: 'Este día está en el futuro.',
      invalid_character: 'Contiene un carácter que no podemos aceptar.',
      invalid_format: 'No está escrito como lo necesitamos.',
      already_exists: 'Esto ya consta. Por favor, revíselo o pregunte al centro.',
    },
  },
}

/** What is wrong with a field, or has to be done there again. */
const problemAt = (
  name: string,
  { fields, issues, notKept }: LinkForm,
  language: FamilyLanguage,
): string | undefined => {
  const { codes, other, chooseAgain } = PROBLEMS[language]
  // Of several choices each has its number.
  const issue = issues?.find(({ path }) => path.replace(/\.\d+$/, '') === name || path === name)
  if (issue) {
    const hasOptions = fields.some((field) => field.name === name && 'options' in field)
    const isUnfitText = issue.code === 'invalid_value' && !hasOptions
    return codes[isUnfitText ? 'invalid_character' : issue.code] ?? other
  }
  return notKept?.includes(name) ? chooseAgain : undefined
}

/** What a person reads when a link is refused; `other` for whatever they cannot help. */
const REFUSALS: Record<FamilyLanguage, Partial<Record<ErrorCode, string[]>> & { other: string[] }> =
  {
    en: {
      link_used: ['Already answered', 'Your answer has arrived. This link takes one answer.'],
      link_expired: ['Too late', 'This link has expired. Please ask the centre for a new one.'],
      processing_restricted: [
        'Not now',
        'The centre takes no answers to this for now. Please ask them.',
      ],
      centre_suspended: [
        'Not now',
        'The centre takes no answers for now. This link goes on working once it does. Please ask them.',
      ],
      not_found: ['No such link', 'Please check that you have copied the whole link.'],
      validation_failed: ['Something is missing', 'Please go back and fill in the form again.'],
      payload_too_large: [
        'Too large',
        'Please send files of 25 MB together at most, one by one if need be.',
      ],
      other: ['That did not work', 'Please try again in a few minutes.'],
    },
    de: {
      link_used: [
        'Schon beantwortet',
        'Ihre Antwort ist angekommen. Über diesen Link kann man einmal antworten.',
      ],
      link_expired: ['Zu spät', 'Der Link ist abgelaufen. Bitten Sie die Praxis um einen neuen.'],
      processing_restricted: [
        'Zurzeit nicht',
        'Die Praxis nimmt dazu gerade keine Antworten an. Fragen Sie dort nach.',
      ],
      centre_suspended: [
        'Zurzeit nicht',
        'Die Praxis nimmt gerade keine Antworten an. Der Link gilt danach weiter. Fragen Sie dort nach.',
      ],
      not_found: ['Diesen Link gibt es nicht', 'Bitte prüfen Sie, ob er vollständig kopiert ist.'],
      validation_failed: ['Etwas fehlt', 'Bitte gehen Sie zurück und füllen Sie das Formular aus.'],
      payload_too_large: [
        'Zu groß',
        'Bitte senden Sie zusammen höchstens 25 MB, notfalls jede Datei einzeln.',
      ],
      other: ['Das hat nicht geklappt', 'Bitte versuchen Sie es in ein paar Minuten noch einmal.'],
    },
    es: {
      link_used: [
        'Ya respondió',
        'Su respuesta ha llegado. Con este enlace se puede responder una sola vez.',
      ],
      link_expired: ['Demasiado tarde', 'Este enlace ha caducado. Por favor, pida otro al centro.'],
      processing_restricted: [
        'Ahora no',
        'Por el momento, el centro no acepta respuestas a esto. Por favor, pregunte allí.',
      ],
      centre_suspended: [
        'Ahora no',
        'Por el momento, el centro no acepta respuestas. El enlace seguirá funcionando después. Por favor, pregunte allí.',
      ],
      not_found: ['Este enlace no existe', 'Por favor, compruebe que lo ha copiado entero.'],
      validation_failed: [
        'Falta algo',
        'Por favor, vuelva atrás y rellene el formulario otra vez.',
      ],
      payload_too_large: [
        'Demasiado grande',
        'Por favor, envíe como máximo 25 MB en total, o los archivos uno por uno.',
      ],
      other: ['No ha funcionado', 'Por favor, inténtelo de nuevo dentro de unos minutos.'],
    },
  }

export const refusalPage = (code: ErrorCode, language: FamilyLanguage): PageContent => {
  const [title = '', ...paragraphs] = REFUSALS[language][code] ?? REFUSALS[language].other
  return { language, title, paragraphs }
}
