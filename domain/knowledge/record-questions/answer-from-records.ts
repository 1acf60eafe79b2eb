import {
  actorFor,
  can,
  sightOf,
  type Actor,
  type Permission,
} from '#platform/core/access/permissions.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { localeFor } from '#messaging/locales/locale-for.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import { loadAsked, type AskedAssistant } from '../answers/load-asked.ts'
import type { QueryKnowledge } from '../answers/schemas.ts'
import { clausesOf } from './clauses-of.ts'
import { periodOf } from './period.ts'
import { recognizeQuestion } from './recognize-question.ts'
import type { RecognizedQuestion } from './recognized-question.ts'
import {
  loadNamedLocation,
  resolveLocation,
  resolvePerson,
  type NamedRecord,
  type Resolved,
} from './resolve-person.ts'
import { QUESTIONS, type Spoken } from './rules.ts'
import type { AnswerClarification, AnswerStatement, QuestionContext } from './schemas.ts'

/** What the records answer of a question. */
export interface RecordAnswer {
  statements: AnswerStatement[]
  /** The tools that were used. */
  tools: string[]
  /** Set if a name is unclear. */
  clarification: AnswerClarification | null
  context: QuestionContext | null
  /** The children whose records the answer shows. */
  childIds: string[]
  /** The parts that records do not answer; null if there are none. */
  rest: string | null
}

/**
 * Answers the recognized parts of a question from records, with what the caller can see at this moment. Runs
 * outside of transactions, because a caller's sights read in different database roles. Undefined if no part is
 * about records, or if the assistant or the caller may not use them.
 */
export const answerFromRecords = async (
  ctx: OutsideContext,
  asking: QueryKnowledge,
): Promise<RecordAnswer | undefined> => {
  const { question, context } = asking
  const clauses = recognizeQuestion(question, context).length > 0 ? [question] : clausesOf(question)
  if (clauses.every((clause) => recognizeQuestion(clause, context).length === 0)) return undefined
  const assistant = await read(ctx, 'knowledge:read', (reader) => loadAsked(reader, asking))
  const answer: RecordAnswer = {
    statements: [],
    tools: [],
    clarification: null,
    context: null,
    childIds: [],
    rest: null,
  }
  const rest: string[] = []
  for (const clause of clauses) {
    const before = answer.context ?? context
    const following = before ? { ...asking, context: before } : asking
    const part = await answerClause(ctx, assistant, clause, following)
    if (!part) {
      rest.push(clause)
      continue
    }
    answer.clarification ??= part.clarification ?? null
    if (part.clarification) rest.push(clause)
    else {
      answer.statements.push(...part.statements)
      answer.context = part.context
      answer.childIds = [...new Set([...answer.childIds, ...part.childIds])]
      answer.tools = [...new Set([...answer.tools, part.tool])]
    }
  }
  if (answer.statements.length === 0) return { ...answer, rest: question }
  return { ...answer, rest: rest.length > 0 ? rest.join(' ') : null }
}

/** What records answer of one question, or a name in it that is unclear. */
type Part =
  | { clarification: AnswerClarification }
  | {
      clarification?: never
      statements: AnswerStatement[]
      context: QuestionContext
      childIds: string[]
      tool: string
    }

type Asking = Pick<QueryKnowledge, 'childId' | 'context'>

const answerClause = async (
  ctx: OutsideContext,
  assistant: AskedAssistant,
  clause: string,
  asking: Asking,
): Promise<Part | undefined> => {
  for (const recognized of recognizeQuestion(clause, asking.context ?? {})) {
    const part = await answerRecognized(ctx, assistant, recognized, asking)
    if (part) return part
  }
  return undefined
}

/** Answers a recognized question; undefined if the assistant or the caller may not use the records. */
export const answerRecognized = async (
  ctx: OutsideContext,
  { settings, locationId }: Pick<AskedAssistant, 'settings' | 'locationId'>,
  recognized: RecognizedQuestion,
  asking: Asking,
): Promise<Part | undefined> => {
  const tool = QUESTIONS[recognized.kind].tools.find((it) => settings.tools.includes(it))
  const reading = tool && actorForReading(ctx, needsOf(recognized), locationId)
  if (!reading) return undefined
  const { actor, needs } = reading
  return read({ ...ctx, actor }, needs, (reader) =>
    answerQuestion(reader, recognized, { asking, tool, locationId }),
  )
}

type AllNeeds = readonly [Permission, ...Permission[]]

/** The permissions with which the answer and its names can be read elsewhere in the API. */
const needsOf = ({ kind, location }: RecognizedQuestion): AllNeeds => {
  const { needs } = QUESTIONS[kind]
  return location === null ? needs : [...needs, 'locations:read']
}

/**
 * The caller in the widest sight in which all of the answer may be read, limited to the assistant's location;
 * undefined if there is none.
 */
const actorForReading = (
  { actor, sights }: OutsideContext,
  needs: AllNeeds,
  locationId: string | null,
): { actor: Actor; needs: AllNeeds } | undefined => {
  const [first = actor, ...others] = sights ?? [actor]
  const reading = actorFor([first, ...others], needs)
  if (!needs.every((permission) => can(reading, permission))) return undefined
  const isNarrowed = locationId !== null && sightOf(reading) !== 'CASELOAD'
  return { actor: isNarrowed ? { ...reading, locationIds: [locationId] } : reading, needs }
}

interface Terms {
  asking: Asking
  tool: string
  /** The location of the assistant. */
  locationId: string | null
}

const answerQuestion = async (
  reader: Reader,
  recognized: RecognizedQuestion,
  { asking: { childId, context = {} }, tool, locationId }: Terms,
): Promise<Part> => {
  const { kind, language } = recognized
  const { location: known, isFollowUp = false } = recognized
  const where =
    known === null
      ? await unnamedLocation(reader, locationId ?? (isFollowUp ? context.locationId : null))
      : await resolveLocation(reader, known, context)
  if (where && !('found' in where)) return clarified(language, where)
  const { person: named } = QUESTIONS[kind]
  const who =
    named === 'NONE'
      ? null
      : await resolvePerson(reader, {
          text: recognized.person,
          types: TYPES[named],
          childId,
          context,
          locationId: sightOf(reader.actor) === 'CASELOAD' ? locationId : null,
        })
  if (who && !('found' in who)) return clarified(language, who)
  const location = where?.found ?? null
  const timeZone = await zoneOf(reader, location)
  const period = recognized.period && periodOf(recognized.period, reader.now, timeZone)
  const answerOf = reader.platform.registry.recordReaders[kind]
  const findings = await answerOf(reader, {
    kind,
    language,
    locale: localeFor(language, await loadMessagingTerms(reader)),
    person: who?.found ?? null,
    location,
    topic: recognized.topic,
    period,
    today: dateIn(reader.now, timeZone),
    timeZone,
    at: context.startsAt ?? null,
    beside: recognized.beside,
  })
  return {
    tool,
    statements: findings.statements.map(({ text, records }) => ({
      text,
      records: records.map(sourceOf),
    })),
    childIds: findings.childIds,
    context: {
      kind,
      childId: idOfType(who?.found, 'child'),
      providerId: idOfType(who?.found, 'provider'),
      locationId: location?.id ?? null,
      period: recognized.period,
      startsAt: findings.at ?? null,
    },
  }
}

const TYPES = {
  CHILD: ['child'],
  PROVIDER: ['provider'],
  CHILD_OR_PROVIDER: ['child', 'provider'],
} as const

/** The location of the assistant or of the previous question. */
const unnamedLocation = async (
  reader: Reader,
  id: string | null | undefined,
): Promise<Resolved | null> => (id ? loadNamedLocation(reader, id) : null)

const zoneOf = async (reader: Reader, location: NamedRecord | null): Promise<string> => {
  if (!location) return loadDefaultTimeZone(reader)
  const { timeZone } = await reader.db.location.findFirstOrThrow({
    where: { tenantId: reader.tenantId, id: location.id },
    select: { timeZone: true },
  })
  return timeZone
}

const idOfType = (named: NamedRecord | undefined, type: NamedRecord['type']): string | null =>
  named?.type === type ? named.id : null

const PATHS: Partial<Record<Subject['type'], string>> = {
  appointment: 'appointments',
  assessment: 'assessments',
  child: 'children',
  goal: 'goals',
  location: 'locations',
  provider: 'providers',
  service: 'services',
  session: 'sessions',
}

const sourceOf = ({ type, id }: Subject) => ({
  type: subjectTypeOf(type),
  id,
  href: `/v1/${PATHS[type]}/${id}`,
})

const ASK_BACK: Record<Spoken, { ambiguous: string; unknown: string }> = {
  en: {
    ambiguous: 'Which of these do you mean?',
    unknown: 'Nobody and nothing that you can see has this name.',
  },
  de: {
    ambiguous: 'Was davon meinen Sie?',
    unknown: 'Nichts und niemand, den Sie sehen können, heißt so.',
  },
  es: {
    ambiguous: '¿A cuál de estos se refiere?',
    unknown: 'Nadie ni nada que usted pueda ver tiene este nombre.',
  },
}

const clarified = (language: Spoken, { choices }: { choices: NamedRecord[] }): Part => {
  const words = ASK_BACK[language]
  return {
    clarification: {
      code: choices.length > 0 ? 'ambiguous_name' : 'unknown_name',
      text: choices.length > 0 ? words.ambiguous : words.unknown,
      choices: choices.map(({ type, id, name }) => ({ ...sourceOf({ type, id }), name })),
    },
  }
}
