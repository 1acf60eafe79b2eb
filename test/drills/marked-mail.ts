import { setTimeout as sleep } from 'node:timers/promises'
import { open } from '#messaging/messages/seal.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { templateOf, type TemplateName } from '#messaging/messages/templates/index.ts'
import { write } from '#messaging/messages/templates/write.ts'
import type { Site } from './site.ts'

const HAND_OVER_MS = 180_000

/** Waits until everything was handed over to workflows and the subscriber. */
export const handedOver = async (site: Site, tenantId: string): Promise<void> => {
  const deadline = performance.now() + HAND_OVER_MS
  for (;;) {
    const [left] = await site.query<{ n: number }>(UNDONE, [tenantId])
    if (left!.n === 0) return
    if (performance.now() > deadline) throw new Error(`${left!.n} are not handed over`)
    await sleep(250)
  }
}

const UNDONE = `
  SELECT (SELECT count(*) FROM outbox WHERE tenant_id = $1 AND done_at IS NULL)::int
       + (SELECT count(*) FROM webhook_deliveries WHERE tenant_id = $1 AND status = 'PENDING')::int AS n`

interface Sealed {
  id: string
  template: TemplateName
  language: Language
  variables: string
}

/** The subject of every e-mail of a centre, sent or pending, once there are enough. */
export const subjectsOf = async (
  site: Site,
  tenantId: string,
  fewest: number,
): Promise<string[]> => {
  const deadline = performance.now() + HAND_OVER_MS
  let rows: Sealed[]
  do {
    await sleep(250)
    rows = await site.query<Sealed>(SEALED, [tenantId])
  } while (rows.length < fewest && performance.now() < deadline)
  return rows.map(({ id, template, language, variables }) => {
    const opened = open(site.platform.cipher, id, variables) as object
    const said = SAYS_THE_CENTRE.has(template) ? { ...opened, centre: 'a centre' } : opened
    return write(templateOf(template), said, language).subject
  })
}

/**
 * Templates whose subject names the centre. An invitation to work there must say where, and the name of a
 * centre reveals nothing about a child. The rest of the subject is searched.
 */
const SAYS_THE_CENTRE: ReadonlySet<TemplateName> = new Set(['user.invitation'])

const SEALED = `
  SELECT id, template, language, sealed_variables AS variables FROM messages
  WHERE tenant_id = $1 AND sealed_variables IS NOT NULL`
