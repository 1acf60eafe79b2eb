import { html } from 'hono/html'
import { hasPart, textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import type { Language } from '#messaging/locales/languages.ts'
import type { Field, LinkView } from '#messaging/links/link-purpose.ts'
import type { Issue } from '#platform/core/input/issue.ts'

/** A form, with the errors in its submission. */
export interface LinkForm extends Pick<LinkView, 'fields' | 'submit' | 'later' | 'hidden'> {
  given?: Record<string, unknown>
  issues?: readonly Issue[]
  /**
   * Fields whose files were valid but are not kept, because the form was refused and browsers do not choose
   * files again.
   */
  notKept?: readonly string[]
  /** A hidden field that only bots fill in. */
  trap?: { name: string; label: string }
}

type Html = ReturnType<typeof html>
type Question = Exclude<Field, { type: 'SECTION' }>
type Choice = Extract<Field, { options: unknown }>
type SayProblem = SayOnPage<'problems'>

/** Whether there are no errors, and the answers only make more questions visible. */
export const asksMoreOnly = (issues: readonly Issue[]): boolean =>
  issues.length > 0 && issues.every(({ code }) => code === 'new_question')

export const linkForm = (form: LinkForm, language: Language): Html => {
  const { fields, submit, later, hidden = {}, trap } = form
  const say = textsOf('pages', 'problems', language)
  return html`
    ${form.issues ? summary(form, form.issues, say) : ''}
    <form
      method="post"
      ${fields.some(({ type }) => type === 'FILE') ? html`enctype="multipart/form-data"` : ''}
    >
      ${Object.entries(hidden).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      ${sectionsOf(fields).map(
        ({ heading, questions }) =>
          html`<section>
            ${heading ? headingOf(heading) : ''}
            ${questions.map((field) => question(field, form, say))}
          </section>`,
      )}
      ${
        trap
          ? html`<div class="trap" aria-hidden="true">
              <label
                >${trap.label}
                <input type="text" name="${trap.name}" tabindex="-1" autocomplete="off"
              /></label>
            </div>`
          : ''
      }
      <button type="submit">${submit}</button>
      ${
        later
          ? html`<button type="submit" name="${later.name}" value="true" formnovalidate>
              ${later.label}
            </button>`
          : ''
      }
    </form>
  `
}

interface Section {
  heading?: Field
  questions: Question[]
}

/** Groups fields into sections. A section is hidden while all its questions are. */
const sectionsOf = (fields: readonly Field[]): Section[] => {
  const sections: Section[] = [{ questions: [] }]
  for (const field of fields)
    if (field.type === 'SECTION') sections.push({ heading: field, questions: [] })
    else sections.at(-1)!.questions.push(field)
  return sections
}

const headingOf = ({ label, help }: Field): Html =>
  html`<h2>${label}</h2>
    ${help ? html`<p class="help">${help}</p>` : ''}`

/** The errors, with links to their fields. Screen readers read them when the page opens. */
const summary = (form: LinkForm, issues: readonly Issue[], say: SayProblem): Html => {
  const items = form.fields.flatMap(({ name, label }) => {
    const problem = problemAt(name, form, say)
    return problem ? [html`<li><a href="#${name}">${label}</a>: ${problem}</li>`] : []
  })
  return asksMoreOnly(issues)
    ? html`<div class="more" role="status">
        <p>${say('more')}</p>
        <ul>
          ${items}
        </ul>
      </div>`
    : html`<div role="alert">
        <p>${say('intro')}</p>
        <ul>
          ${items}
        </ul>
      </div>`
}

const question = (field: Question, form: LinkForm, say: SayProblem): Html => {
  const { name, type, showIf = [], isHidden } = field
  return html`<div
    class="question"
    data-question="${name}"
    data-kind="${'isYesNo' in field ? 'YES_NO' : type}"
    data-show-if="${JSON.stringify(showIf)}"
    ${isHidden ? 'hidden' : ''}
  >
    ${fieldHtml(field, form, say)}
  </div>`
}

const fieldHtml = (field: Question, form: LinkForm, say: SayProblem): Html => {
  const { name, help, isHidden = false } = field
  const label = field.required === false ? `${field.label} (${say('optional')})` : field.label
  const problem = problemAt(name, form, say)
  const notes = html`${help ? html`<p class="help" id="${name}-help">${help}</p>` : ''}
  ${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''}`
  const described = [help && `${name}-help`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const state = html`${described ? html`aria-describedby="${described}"` : ''}
  ${problem ? html`aria-invalid="true"` : ''} ${isHidden ? 'disabled' : ''}`
  const values = valuesOf(form.given?.[name] ?? field.value)
  if ('options' in field)
    return html`<fieldset id="${name}" tabindex="-1" ${state}>
      <legend>${label}</legend>
      ${notes} ${field.options.map((option) => optionHtml(field, option, values))}
    </fieldset>`
  return html`<label for="${name}">${label}</label> ${notes}
    ${inputHtml(field, values[0] ?? '', state)}`
}

const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  )

/** HTML cannot require a group of checkboxes, so the server does. */
const optionHtml = (
  { name, type, required }: Choice,
  { value, label }: Choice['options'][number],
  chosen: readonly string[],
): Html =>
  html`<label
    ><input
      type="${type === 'CHOICE' ? 'radio' : 'checkbox'}"
      name="${name}"
      value="${value}"
      ${type === 'CHOICE' && required !== false ? 'required' : ''}
      ${chosen.includes(value) ? 'checked' : ''}
    />${label}</label
  >`

const inputHtml = (field: Exclude<Question, Choice>, value: string, state: Html): Html => {
  const { name, type, required } = field
  const all = html`id="${name}" name="${name}" ${required ? 'required' : ''} ${state}`
  if (type === 'FILE') return html`<input type="file" ${all} accept="${field.accept.join(',')}" />`
  // Everything between the tags is the value, including spaces.
  if (type === 'TEXT')
    return html`<textarea ${all} maxlength="${field.maxLength}">${value}</textarea>`
  if (type === 'LINE')
    return html`<input type="text" ${all} maxlength="${field.maxLength}" value="${value}" />`
  // A number field would reject decimal commas and change when scrolled.
  return type === 'NUMBER'
    ? html`<input type="text" inputmode="decimal" ${all} value="${value}" />`
    : html`<input type="date" ${all} value="${value}" />`
}

/** The errors of a field, or a note that its input must be repeated. */
const problemAt = (
  name: string,
  { fields, issues, notKept }: LinkForm,
  say: SayProblem,
): string | undefined => {
  // Each of several choices has a number in its path.
  const issue = issues?.find(({ path }) => path.replace(/\.\d+$/, '') === name || path === name)
  if (!issue) return notKept?.includes(name) ? say('chooseAgain') : undefined
  const hasOptions = fields.some((field) => field.name === name && 'options' in field)
  const code = issue.code === 'invalid_value' && !hasOptions ? 'invalid_character' : issue.code
  return say(hasPart('pages', 'problems', code) ? code : 'other')
}
