import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { createCancellationPolicy } from '#payments/cancellation-policies/create-cancellation-policy.ts'
import { CreateCancellationPolicy } from '#payments/cancellation-policies/schemas.ts'
import { createChild } from '#people/children/create-child.ts'
import { CreateChild } from '#people/children/schemas.ts'
import { createClient } from '#people/clients/create-client.ts'
import { CreateClient } from '#people/clients/schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import { createCustomField } from '#organization/custom-fields/create-custom-field.ts'
import { CreateCustomField } from '#organization/custom-fields/schemas.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { CreateGuardianship } from '#people/guardianships/schemas.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { CreateLocation } from '#organization/locations/schemas.ts'
import { createPet } from '#people/pets/create-pet.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { CreatePet } from '#people/pets/schemas.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { createRoom } from '#organization/rooms/create-room.ts'
import { CreateRoom } from '#organization/rooms/schemas.ts'
import { createSchedule } from '#organization/schedules/create-schedule.ts'
import { CreateSchedule } from '#organization/schedules/schemas.ts'
import { WEEKDAYS } from '#organization/schedules/weekly-windows.ts'
import { createUser } from '#staff/users/create-user.ts'
import { InviteUser } from '#staff/users/schemas.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import {
  AGENT,
  CANCELLATION_POLICY,
  CUSTOM_FIELDS,
  emailOf,
  FAMILIES,
  HOURS,
  LOCATIONS,
  PROVIDERS,
  ROOMS,
  SERVICES,
  USERS,
  type LocationKey,
  type ProviderKey,
} from './sunrise-therapy.ts'

type Ids<Key extends string> = ReadonlyMap<Key, string>

/** Writes the demo centre's records through the same schemas and verbs as the API. */
export const createDemoRecords = async (ctx: Context): Promise<void> => {
  // An e-mail appears immediately after the first booking, at any hour.
  const patch = { invitations: true, quietHours: null }
  await patchMessageSettings(ctx, { version: undefined, patch })
  const locations = await createLocations(ctx)
  for (const { at, ...room } of ROOMS)
    await createRoom(ctx, CreateRoom.parse({ ...room, locationId: locations.get(at) }))
  for (const service of SERVICES)
    await createService(ctx, CreateService.parse({ ...service, defaultForType: true }))
  await createCancellationPolicy(ctx, CreateCancellationPolicy.parse(CANCELLATION_POLICY))
  const providers = await createProviders(ctx, locations)
  for (const field of CUSTOM_FIELDS) await createCustomField(ctx, CreateCustomField.parse(field))
  for (const family of FAMILIES) await createFamily(ctx, family, providers)
  for (const { provider, ...user } of USERS) {
    const providerId = provider && providers.get(provider)
    await createUser(ctx, InviteUser.parse({ ...user, ...(providerId && { providerId }) }))
  }
  const { id } = await createAgent(ctx, CreateAgent.parse(AGENT))
  await publishAgent(ctx, { id, version: undefined })
}

const createLocations = async (ctx: Context): Promise<Ids<LocationKey>> => {
  const ids = new Map<LocationKey, string>()
  for (const [key, location] of entries(LOCATIONS)) {
    const { id } = await createLocation(ctx, CreateLocation.parse(location))
    ids.set(key, id)
  }
  return ids
}

const createProviders = async (
  ctx: Context,
  locations: Ids<LocationKey>,
): Promise<Ids<ProviderKey>> => {
  const ids = new Map<ProviderKey, string>()
  for (const [key, { at, ...provider }] of entries(PROVIDERS)) {
    const locationIds = at.map((location) => locations.get(location))
    const { id } = await createProvider(ctx, CreateProvider.parse({ ...provider, locationIds }))
    ids.set(key, id)
    const windows = WEEKDAYS.map((weekday) => ({ weekday, ...HOURS }))
    const hours = { providerId: id, locationId: locationIds[0], windows }
    await createSchedule(ctx, CreateSchedule.parse(hours))
  }
  return ids
}

const createFamily = async (
  ctx: Context,
  { guardians, children, pets = [] }: (typeof FAMILIES)[number],
  providers: Ids<ProviderKey>,
) => {
  const childIds: string[] = []
  for (const { provider, ...child } of children) {
    const input = CreateChild.parse({ ...child, primaryProviderId: providers.get(provider) })
    childIds.push((await createChild(ctx, input)).id)
  }
  const clientIds: string[] = []
  for (const { relationship, legal = true, billing = false, ...guardian } of guardians) {
    const input = CreateClient.parse({ ...guardian, email: emailOf(guardian.name) })
    const { id: clientId } = await createClient(ctx, input)
    clientIds.push(clientId)
    for (const childId of childIds) {
      const guardianship = { childId, clientId, relationship, legal, billing }
      await createGuardianship(ctx, CreateGuardianship.parse(guardianship))
    }
  }
  for (const pet of pets) await createPet(ctx, CreatePet.parse({ ...pet, clientId: clientIds[0] }))
}

const entries = <Key extends string, Value>(record: Record<Key, Value>) =>
  Object.entries(record) as [Key, Value][]
