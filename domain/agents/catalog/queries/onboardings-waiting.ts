import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { moment, span } from './schemas.ts'

const Row = z.strictObject({
  onboardingId: idOf('providerOnboarding'),
  providerId: idOf('provider'),
  status: z.string(),
  waitingOn: z.array(z.string()),
  stageEnteredAt: moment,
})

export const onboardingsWaiting = defineQuery({
  name: 'onboardings_waiting',
  title: 'Waiting provider onboardings',
  description:
    'Undecided onboardings that have not changed their stage for some time, each with the party that must act; those that have waited longest first.',
  parameters: z.strictObject({
    inStageForDays: span(7, 'Minimum number of days in the same stage.'),
  }),
  row: Row,
  needs: ['provider-onboardings:read', 'providers:read'],
  most: 500,
  read: (reader, { inStageForDays }, take) =>
    reader.sql<OnboardingRow>(ONBOARDING, [reader.tenantId, reader.now, inStageForDays, take]),
})

interface OnboardingRow {
  onboardingId: string
  providerId: string
  status: string
  waitingOn: string[]
  stageEnteredAt: Date
}

const ONBOARDING = `
  SELECT o.id AS "onboardingId", o.provider_id AS "providerId", o.status, o.waiting_on AS "waitingOn",
         o.stage_entered_at AS "stageEnteredAt"
  FROM provider_onboardings o
  WHERE o.tenant_id = $1 AND o.decided_at IS NULL AND o.stage_entered_at <= $2::timestamptz - make_interval(days => $3::int)
  ORDER BY o.stage_entered_at, o.id LIMIT $4`
