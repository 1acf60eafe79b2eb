import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { calendarDate, dateIn } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { IfspServices } from './ifsp-services.ts'
import { loadProgram } from './queries.ts'
import { loadTodays } from './todays.ts'

/** Its permissions: the proposals come from sessions. */
export const PROPOSALS_NEED = ['early-intervention:read', 'sessions:read'] as const

export const ProposedServiceStart = z
  .strictObject({
    ifspService: z.string().meta({ description: 'Key of the service.', example: 'speech' }),
    startedOn: calendarDate().meta({
      description: 'Date of the session at the program’s location.',
      example: '2026-11-20',
    }),
    sessionId: idOf('session').meta({
      description: 'First session that the child attended after the consent.',
    }),
  })
  .meta({ id: 'ProposedServiceStart' })
type ProposedServiceStart = z.infer<typeof ProposedServiceStart>

/** For each service with consent that has not started, the first session that the child attended. */
export const listProposedServiceStarts = (
  ctx: Context,
  { id }: { id: string },
): Promise<{ data: ProposedServiceStart[] }> =>
  read(ctx, PROPOSALS_NEED, async (reader) => {
    const { childId, locationId, ifspServices } = await loadProgram(reader, id)
    const { timeZone } = (await loadTodays(reader)).at(locationId)
    const waiting = fromJson(IfspServices, ifspServices).filter(
      (it) => it.serviceId && it.consentedOn && !it.startedOn && !it.endedOn,
    )
    const sessions = await reader.sql<{ key: string; id: string; startedAt: Date }>(
      FIRST_SESSIONS,
      [
        reader.tenantId,
        childId,
        JSON.stringify(
          waiting.map((it) => ({ key: it.key, service_id: it.serviceId, since: it.consentedOn })),
        ),
        timeZone,
      ],
    )
    return {
      data: sessions.map(({ key, id: sessionId, startedAt }) => ({
        ifspService: key,
        startedOn: dateIn(startedAt, timeZone),
        sessionId,
      })),
    }
  })

const FIRST_SESSIONS = `
  SELECT DISTINCT ON (n.key) n.key, s.id, s.started_at AS "startedAt"
  FROM jsonb_to_recordset($3::jsonb) AS n(key text, service_id text, since date)
  JOIN sessions s ON s.tenant_id = $1 AND s.child_id = $2 AND s.service_id = n.service_id
    AND s.attendance <> 'ABSENT' AND s.started_at >= therapy.instant_of(n.since::timestamp, $4)
  ORDER BY n.key, s.started_at, s.id`
