import { openPaper } from '#platform/core/paper/open-paper.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { planSections } from './plan-sections.ts'
import type { WholePlan } from './rules.ts'
import type { Ifsp } from './schemas.ts'

export interface PrintedIfsp {
  ifsp: Ifsp
  plan: WholePlan
  centre: string
  childName: string
  birthDate: string
  coordinator: string
  language: Language
}

/** Renders a plan as a PDF. The bytes are deterministic. */
export const renderIfsp = async ({
  ifsp,
  plan,
  centre,
  childName,
  birthDate,
  coordinator,
  language,
}: PrintedIfsp): Promise<Uint8Array<ArrayBuffer>> => {
  const say = textsOf('pages', 'ifsp', language)
  const at = new Date(ifsp.updatedAt)
  const paper = await openPaper({ title: say('title'), author: centre, at, language })
  paper.bold(centre)
  paper.space(1)
  paper.title(say('title'))
  paper.line(`${childName} · ${birthDate}`)
  paper.line(
    `${say(ifsp.kind)} · ${ifsp.meetingOn} · ${say('version', { number: ifsp.number })} · ${say(ifsp.status)}`,
  )
  if (ifsp.changes.length > 0)
    paper.line(`${say('changed')}: ${ifsp.changes.map((it) => say(PART_NAMES[it])).join(', ')}`)
  if (ifsp.changeNote !== null) paper.line(ifsp.changeNote)
  for (const { heading, lines } of planSections(plan, { coordinator, language })) {
    paper.space(0.8)
    paper.heading(heading)
    paper.space(0.2)
    for (const it of lines) paper.line(it)
  }
  paper.space(1)
  paper.heading(say('signatures'))
  paper.space(0.2)
  if (ifsp.signatures.length === 0) writeBlanks(paper, say)
  const services = new Map(plan.services.map((it) => [it.key, say(it.type)]))
  for (const it of ifsp.signatures) {
    paper.line(`${say(it.role)}: ${it.signedName} · ${it.signedOn} · ${say(it.channel)}`)
    if (it.declinedServices.length > 0)
      paper.line(
        `${say('declinedHere')}: ${it.declinedServices.map((key) => services.get(key) ?? key).join(', ')}`,
      )
    paper.small(`SHA-256 ${it.contentHash}`)
  }
  paper.space(0.5)
  paper.small(say('safeguards'))
  return paper.finish(`${ifsp.id} · ${say('version', { number: ifsp.number })}`)
}

const PART_NAMES = {
  PRESENT_LEVELS: 'presentLevels',
  FAMILY: 'family',
  OUTCOMES: 'outcomes',
  SERVICES: 'services',
  OTHER_SERVICES: 'otherServices',
  TRANSITION: 'transition',
  SERVICE_COORDINATOR: 'coordinator',
} as const

/** Lines to sign on paper. */
const writeBlanks = (
  paper: Awaited<ReturnType<typeof openPaper>>,
  say: (part: 'PARENT' | 'SERVICE_COORDINATOR' | 'consent') => string,
): void => {
  paper.line(say('consent'))
  for (const role of ['PARENT', 'SERVICE_COORDINATOR'] as const) {
    paper.space(2)
    paper.line(`${say(role)}: ______________________________`)
  }
}
