import { dayAt, defineFamily } from './family.ts'

/** Onboardings of providers, by stage and by start day. */
export const onboardings = defineFamily({
  dimensions: ['PROVIDER', 'STAGE'],
  measures: ['onboardings', 'days_open'],
  kept: false,
  isSnapshot: true,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, s.ends_on - 1 AS counted_on, x.id AS record_id, '' AS currency, x.provider_id,
      x.status AS stage, 1 AS onboardings, least(s.ends_on - 1, s.today) - ${dayAt('x.invited_at')} AS days_open
    FROM span s
    JOIN provider_onboardings x ON x.tenant_id = $1 AND x.status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL')
      AND ${dayAt('x.invited_at')} <= least(s.ends_on - 1, s.today)
    WHERE s.location_id = ''`,
})
