import { html } from 'hono/html'
import type { Language } from '#messaging/locales/languages.ts'
import { hasPart, textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { longDay, longTime } from '#messaging/locales/times.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { entryWords } from '#messaging/locales/entry-words.ts'
import type { Decision } from '#messaging/worklist/find-decision.ts'
import type { WorklistEntry } from '#messaging/worklist/schemas.ts'
import { operations } from '../resources/index.ts'
import { page, type Localized } from './plain-page.ts'
import { detailsIn, type ShownRecord } from './worklist-details.ts'
import type { AnswerField } from './worklist-answers.ts'

type Say = SayOnPage<'worklist'>

const textsIn = (language: Language): Say => textsOf('pages', 'worklist', language)

const pathOf = (entryId: string): string => `/worklist?entry=${encodeURIComponent(entryId)}`

export interface Timed {
  now: Date
  /** The centre's time zone. */
  timeZone: string
}

/** The name of an operation on a button. */
const actName = (operation: string, language: Language): string => {
  const say = textsOf('pages', 'worklist-acts', language)
  if (hasPart('pages', 'worklist-acts', operation)) return say(operation)
  return operations.find(({ id }) => id === operation)?.summary ?? operation
}

/** What must be done, in the language of the page; the title of a task is text of people. */
const titleOf = (entry: WorklistEntry, language: Language): string =>
  entry.kind === 'TASK' ? entry.title : entryWords(entry, language).title

/** Lists of entries; `limit` if there is more than they show. */
interface Lists extends Timed {
  mine: readonly WorklistEntry[]
  open: readonly WorklistEntry[]
  limit: number | undefined
}

/** `/worklist`: the entries that are assigned to the person, and those that are assigned to nobody. */
export const worklistPage =
  ({ mine, open, limit, ...timed }: Lists): Localized =>
  (language) => {
    const say = textsIn(language)
    const listOf = (entries: readonly WorklistEntry[]) =>
      html`<ul class="rows">
        ${entries.map(
          (entry) =>
            html`<li>
              <a href="${pathOf(entry.id)}">${titleOf(entry, language)}</a>
              <p>${factsOf(entry, say, language, timed).join(' · ')}</p>
            </li>`,
        )}
      </ul>`
    return page(
      say('title'),
      html`
        <h1>${say('title')}</h1>
        ${mine.length === 0 ? html`<p>${say('nothing')}</p>` : listOf(mine)}
        ${
          open.length === 0
            ? ''
            : html`<h2>${say('unassigned')}</h2>
                ${listOf(open)}`
        }
        ${limit === undefined ? '' : html`<p>${say('more', { count: limit })}</p>`}
      `,
      { language },
    )
  }

/** Who and what an entry is about, and when it is due. */
const factsOf = (
  { child, subject, assignee, ...due }: WorklistEntry,
  say: Say,
  language: Language,
  { now, timeZone }: Timed,
): string[] => [
  ...(child?.name ? [say('child', { name: child.name })] : []),
  ...(subject?.name ? [say('about', { name: subject.name })] : []),
  ...(assignee?.name ? [say('for', { name: assignee.name })] : []),
  ...(due.dueAt === null
    ? []
    : [
        say(isPast(due, now, timeZone) ? 'dueSince' : 'due', {
          time: timeOf(due, timeZone, language),
        }),
      ]),
]

type Due = Pick<WorklistEntry, 'dueAt' | 'dueOn'>

const isPast = ({ dueAt, dueOn }: Due, now: Date, timeZone: string): boolean =>
  dueOn === null ? new Date(dueAt!) < now : dueOn < dateIn(now, timeZone)

const timeOf = ({ dueAt, dueOn }: Due, timeZone: string, language: Language): string =>
  dueOn === null ? longTime(dueAt!, timeZone, language) : longDay(dueOn, language)

/** An entry, its consequences, and a form for each action. */
export const entryPage =
  ({
    entry,
    records,
    acts,
    csrf,
    ...timed
  }: {
    entry: WorklistEntry
    records: readonly { operation: string; record: ShownRecord }[]
    acts: readonly { operation: string; fields: readonly AnswerField[] }[]
    csrf: string
  } & Timed): Localized =>
  (language) => {
    const say = textsIn(language)
    const details = records.flatMap(({ operation, record }) =>
      detailsIn(operation, record, { language, ...timed }),
    )
    const form = ({ operation, fields }: (typeof acts)[number]) => html`
      <form method="post" action="/worklist">
        <input type="hidden" name="entry" value="${entry.id}" />
        <input type="hidden" name="csrf" value="${csrf}" />
        ${fields.map(
          ({ name, required }) =>
            html`<label
              >${say(required ? name : `${name}.optional`)}
              <input name="${name}" maxlength="2000" ${required ? 'required' : ''} />
            </label>`,
        )}
        <button name="act" value="${operation}">${actName(operation, language)}</button>
      </form>
    `
    const title = titleOf(entry, language)
    const { consequence } = entryWords(entry, language)
    return page(
      title,
      html`
        <h1>${title}</h1>
        ${entry.step === null ? '' : html`<p lang="en">${entry.title}</p>`}
        ${factsOf(entry, say, language, timed).map((fact) => html`<p>${fact}</p>`)}
        ${
          details.length === 0
            ? ''
            : html`<h2>${say('details')}</h2>
                <ul>
                  ${details.map((line) => html`<li>${line}</li>`)}
                </ul>`
        }
        <p>${say('otherwise', { consequence })}</p>
        ${
          acts.length === 0
            ? html`<p>${say('elsewhere')}</p>`
            : html`<div class="acts">${acts.map(form)}</div>`
        }
        <p><a href="/worklist">${say('back')}</a></p>
      `,
      { language },
    )
  }

export const donePage =
  (operation: string): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('done'),
      html`
        <h1>${say('done')}</h1>
        <p>${say('chosen', { act: actName(operation, language) })}</p>
        <p><a href="/worklist">${say('back')}</a></p>
      `,
      { language },
    )
  }

/** The wait is over: who ended it, how and when. */
export const settledPage =
  ({ operation, by, at, timeZone }: Decision & Pick<Timed, 'timeZone'>): Localized =>
  (language) => {
    const say = textsIn(language)
    const what = {
      act: actName(operation, language),
      time: longTime(at.toISOString(), timeZone, language),
    }
    return page(
      say('settled'),
      html`
        <h1>${say('settled')}</h1>
        <p>${by === null ? say('settledAt', what) : say('settledBy', { ...what, name: by })}</p>
        <p><a href="/worklist">${say('back')}</a></p>
      `,
      { language },
    )
  }

/** The operation refused: nothing has changed. */
export const refusedPage =
  (entryId: string, detail: string): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('refused'),
      html`
        <h1>${say('refused')}</h1>
        <p class="bad" role="alert" lang="en">${detail}</p>
        <p><a href="${pathOf(entryId)}">${say('again')}</a></p>
      `,
      { language },
    )
  }
