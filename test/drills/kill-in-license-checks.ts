import { checkProviderLicense } from '#organization/provider-licenses/check-provider-license.ts'
import { createProviderLicense } from '#organization/provider-licenses/create-provider-license.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { newId } from '#platform/core/records/ids.ts'
import { anotherNpi } from '../support/another-npi.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { AT_ONCE, eventually, killInStep } from './kill-at-each-step.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

export const killInLicenseChecks: Drill = {
  name: 'kill-in-license-checks',
  what: 'kill -9 of all workers in the middle of checks of licenses: before the registry is asked, while it is, before its answer is on record, and after',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const rounds = quick ? 1 : 3
    let between = 0
    for (let round = 0; round < rounds; round += 1)
      for (const [name, meet] of Object.entries(MEETINGS)) {
        say(`round ${round + 1} of ${rounds}: ${name}`)
        const licenses = await licensesOf(run, centre)
        const ids = licenses.map(({ id }) => id)
        const values = [centre.tenantId, ids]
        const begin = async () => {
          for (const id of ids) await checkProviderLicense(centre.ctx, { id })
        }
        const done = async () => (await site.query<{ n: number }>(DONE, values))[0]!.n
        const met = meet(run, { ids, begin })
        if (await killInStep(run, { step: name, done, expected: AT_ONCE, ...met })) between += 1
        await settled(run, [centre])
        const found = await site.query<Found>(FOUND, values)
        holds(`'${name}': each license is verified once`, found.every(isWhole), found)
        const asked = licenses.map(({ npi }) => site.registry.asked(npi))
        holds(
          `'${name}': the registry is asked once, and once more by the worker that takes over`,
          asked.every((times) => times === 1 || times === 2),
          asked,
        )
      }
    const kills = rounds * Object.keys(MEETINGS).length
    count('licenses', kills * AT_ONCE)
    count('kills', kills)
    count('killed while some were settled and others not, or none', between)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** The moment at which the workers are killed during checks; without one, soon after the first check is settled. */
type Meeting = (
  run: DrillRun,
  checks: { ids: readonly string[]; begin: () => Promise<void> },
) => { begin: () => Promise<void>; moment?: () => Promise<() => Promise<void>> }

const MEETINGS: Record<string, Meeting> = {
  /** The activities wait for the table before they send a request. */
  'before the registry is asked': ({ site }, { begin }) => {
    const locked = Promise.withResolvers<() => Promise<void>>()
    return {
      begin: async () => {
        await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
        await begin()
        locked.resolve(await site.hold('LOCK TABLE provider_licenses IN ACCESS EXCLUSIVE MODE'))
        await Promise.all(site.workers.map((it) => it.start()))
      },
      moment: async () => {
        const letGo = await locked.promise
        await eventually(async () => (await blocked(site)) > 0)
        return letGo
      },
    }
  },
  'while the registry is asked': ({ site: { registry } }, { begin }) => {
    registry.hold()
    return {
      begin,
      moment: async () => {
        await eventually(() => Promise.resolve(registry.held() > 0))
        return () => Promise.resolve(registry.letGo())
      },
    }
  },
  /** The responses are there and wait for the rows. */
  'before the answer is on record': ({ site }, { ids, begin }) => {
    site.registry.hold()
    return {
      begin,
      moment: async () => {
        await eventually(() => Promise.resolve(site.registry.held() === AT_ONCE))
        const letGo = await site.hold(ROWS, [ids])
        site.registry.letGo()
        await eventually(async () => (await blocked(site)) > 0)
        return letGo
      },
    }
  },
  'after the answer is on record': (_, { begin }) => ({ begin }),
}

interface Checked {
  id: string
  npi: string
}

const licensesOf = async ({ site }: DrillRun, { ctx }: Centre): Promise<Checked[]> => {
  const licenses: Checked[] = []
  for (let index = 0; index < AT_ONCE; index += 1) {
    const npi = anotherNpi()
    const licenseNumber = newId('request').slice(-12)
    site.registry.know({ npi, firstName: 'ANA', lastName: 'RUIZ', licenseNumber })
    const { id: providerId } = await createProvider(
      ctx,
      CreateProvider.parse({ name: 'Ana Ruiz', npi }),
    )
    const { id } = await createProviderLicense(ctx, {
      providerId,
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
      number: licenseNumber,
      authority: 'Department of Professional Regulation',
      state: 'US-IL',
      issuedOn: null,
      expiresOn: '2099-10-31',
    })
    licenses.push({ id, npi })
  }
  return licenses
}

const blocked = async (site: DrillRun['site']): Promise<number> =>
  (await site.query<{ n: number }>(BLOCKED))[0]!.n

interface Found {
  status: string
  checks: number
  evidence: number
  /** Audit rows about the result of the check. */
  settled: number
  /** Events about the check: that it started, and its result. */
  changes: number
}

const isWhole = ({ status, checks, evidence, settled: times, changes }: Found) =>
  status === 'VERIFIED' && checks === 1 && evidence === 6 && times === 1 && changes === 2

const ROWS = 'SELECT FROM provider_licenses WHERE id = ANY ($1) FOR UPDATE'

const BLOCKED = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'`

const DONE = `
  SELECT count(*)::int AS n FROM provider_licenses
  WHERE tenant_id = $1 AND id = ANY ($2) AND verification_status <> 'PENDING' AND check_number > 0`

const FOUND = `
  SELECT l.verification_status AS status, l.check_number AS checks, jsonb_array_length(l.evidence) AS evidence,
    (SELECT count(*)::int FROM audit_entries a
      WHERE a.tenant_id = $1 AND a.subject_id = l.id AND a.changes ? 'checkedAt' AND a.changes #>> '{checkedAt,to}' IS NOT NULL) AS settled,
    (SELECT count(*)::int FROM outbox e
      WHERE e.tenant_id = $1 AND e.subject_id = l.id AND e.kind = 'event' AND e.type = 'provider_license.updated') AS changes
  FROM provider_licenses l WHERE l.tenant_id = $1 AND l.id = ANY ($2)`
