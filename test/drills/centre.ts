import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { createChild } from '#people/children/create-child.ts'
import { systemContext, type Context, type OutsideContext } from '#platform/core/context/context.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { Client, type Credentials } from './client.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import type { Site } from './site.ts'
import { startSubscriber, type Subscriber } from './subscriber.ts'

const PEOPLE = 8
const HOUR_MS = 3_600_000
/** Drills count admitted requests in one place only; elsewhere limits would be in the way. */
const NO_LIMIT = 1_000_000

/** A therapy centre with people to book, a writing client, and a webhook subscriber. */
export interface Centre extends AsyncDisposable {
  ctx: OutsideContext
  tenantId: string
  credentials: Credentials
  client: Client
  subscriber: Subscriber
  /** The secret of the subscriber. */
  endpointId: string
  /** A booking of a slot that no other booking of this centre uses. */
  nextBooking: () => Booking
  /** A start, a year later, that no other appointment of this centre uses. */
  nextMove: () => { startsAt: string }
}

interface Booking {
  childId: string
  providerId: string
  type: 'THERAPY_SESSION'
  startsAt: string
}

export interface CentreOptions {
  site: Pick<Site, 'platform'> & { readonly apis: readonly { readonly url: string }[] }
  ledger: Ledger
  random: Random
  /** How long the subscriber takes to respond, in milliseconds. */
  answerMs?: number
}

export const openCentre = async (options: CentreOptions): Promise<Centre> => {
  const { site, ledger, random } = options
  await using stack = new AsyncDisposableStack()
  const { id: tenantId } = await createTenant(site.platform, { name: 'Drill centre' })
  const ctx = systemContext(site.platform, { tenantId, action: 'drill' })
  const subscriber = stack.use(await startSubscriber(options.answerMs))
  const endpoint = await createEndpoint(ctx, { url: subscriber.url, eventTypes: ['*'] })
  subscriber.trust(endpoint.secret)
  const { childIds, providerIds } = await createPeople(ctx)
  const credentials = await createCredentials(ctx, NO_LIMIT)
  const urls = site.apis.map(({ url }) => url)
  const client = stack.use(new Client({ credentials, urls, ledger, random }))
  await client.signIn()

  let [booked, moved] = [0, 0]
  const firstSlot = Math.ceil(Date.now() / (24 * HOUR_MS) + 30) * 24 * HOUR_MS
  const nextBooking = (): Booking => {
    const person = booked % PEOPLE
    const hour = Math.floor(booked++ / PEOPLE)
    return {
      childId: childIds[person]!,
      providerId: providerIds[person]!,
      type: 'THERAPY_SESSION',
      startsAt: new Date(firstSlot + hour * HOUR_MS).toISOString(),
    }
  }
  const nextMove = () => ({
    startsAt: new Date(firstSlot + (365 * 24 + moved++) * HOUR_MS).toISOString(),
  })
  const owned = stack.move()
  return {
    ctx,
    tenantId,
    credentials,
    client,
    subscriber,
    endpointId: endpoint.id,
    nextBooking,
    nextMove,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** A key of the centre with every scope. */
export const createCredentials = async (
  ctx: Context,
  rateLimitPerMinute?: number,
): Promise<Credentials> => {
  const { clientId, clientSecret } = await createApiKey(ctx, {
    name: 'Drill',
    scopes: [...SCOPES],
    ...(rateLimitPerMinute && { rateLimitPerMinute }),
  })
  return { tenantId: ctx.tenantId, clientId, clientSecret }
}

const createPeople = async (ctx: Context) => {
  const { id: locationId } = await createLocation(ctx, { name: 'Mitte', timeZone: 'Europe/Berlin' })
  const childIds: string[] = []
  const providerIds: string[] = []
  for (let index = 0; index < PEOPLE; index += 1) {
    const child = { firstName: 'Child', lastName: `${index}`, birthDate: '2021-05-01' }
    childIds.push((await createChild(ctx, child)).id)
    const provider = { name: `Provider ${index}`, specialties: [], languages: [] }
    providerIds.push((await createProvider(ctx, { ...provider, locationIds: [locationId] })).id)
  }
  return { childIds, providerIds }
}
