import { describe, expect, test } from 'vitest'
import { audienceOf } from '#messaging/notifications/audience-of.ts'
import type { Person } from '#messaging/notifications/load-centre.ts'
import { settlementToApprove } from '#payouts/settlements/settlement-to-approve.ts'
import { actorsOf } from '#platform/identity/actors-of.ts'

/** As loaded of the centre: what people may do without being owners. */
const person = (id: string, roles: string[], more: Partial<Person> = {}): Person => {
  const { providerId = null, locationIds = [] } = more
  const held = roles.filter((role) => role !== 'OWNER')
  return {
    id,
    name: id,
    email: `${id}@example.com`,
    roles,
    providerId,
    locationIds,
    actors: actorsOf({
      userId: id,
      id: '',
      roles: held,
      ownRoles: [],
      providerId,
      locationIds,
      scopes: [],
    }),
    deputyId: undefined,
    ...more,
  }
}

const owner = person('owner', ['OWNER'])
const billingOwner = person('billing-owner', ['OWNER', 'BILLER'])
const biller = person('biller', ['BILLER'])
const elsewhere = person('elsewhere', ['BILLER'], { locationIds: ['loc_b'] })
const desk = person('desk', ['SCHEDULER'], { providerId: 'prv_desk' })
const OF_NOBODY = { assigneeId: null, roles: [], locationId: null, first: [], claimedBy: null }

type Row = [
  why: string,
  people: Person[],
  entry: Partial<Parameters<typeof audienceOf>[1]>,
  told: Person[],
]

const ROWS: Row[] = [
  ['those who may act, without owners', [owner, biller, desk], {}, [biller]],
  ['an owner whose other role may act', [owner, billingOwner, biller], {}, [billingOwner, biller]],
  ['owners if nobody else may act', [owner, desk], {}, [owner]],
  ['owners if only the first person may act', [owner, biller], { first: ['biller'] }, [owner]],
  ['nobody if the owner was the first person', [owner, desk], { first: ['owner'] }, []],
  ['those near', [owner, biller, elsewhere], { locationId: 'loc_a' }, [biller]],
  ['owners if others are elsewhere', [owner, elsewhere], { locationId: 'loc_a' }, [owner]],
  ['the roles that it names', [owner, biller, desk], { roles: ['SCHEDULER'] }, [desk]],
  ['owners whom it names by role', [owner, biller], { roles: ['OWNER'] }, [owner]],
  ['owners if nobody has its roles', [owner, biller], { roles: ['SCHEDULER'] }, [owner]],
  ['the assignee, by provider', [owner, biller, desk], { assigneeId: 'prv_desk' }, [desk]],
  ['who has claimed it', [owner, biller, desk], { roles: ['BILLER'], claimedBy: 'desk' }, [desk]],
]

describe('an entry is told to', () => {
  test.each(ROWS)('%s', (_, people, entry, told) => {
    const audience = audienceOf(people, { ...OF_NOBODY, ...entry }, settlementToApprove)
    expect(audience.map(({ id }) => id)).toEqual(told.map(({ id }) => id))
  })
})
