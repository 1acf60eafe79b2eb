import { Client, toClient } from '#people/clients/schemas.ts'
import { Child, toChild } from '#people/children/schemas.ts'
import { Location, toLocation } from '#organization/locations/schemas.ts'
import { Provider, toProvider } from '#organization/providers/schemas.ts'
import { Room, toRoom } from '#organization/rooms/schemas.ts'
import { Service, toService } from '#organization/services/schemas.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Expandables } from '../http/expandable.ts'

const named = ({ tenantId }: Reader, ids: string[]) => ({
  where: { tenantId, id: { in: ids } },
})

/** The kinds of records that can be expanded: those shown in calendars and bills. */
export const EXPANDABLES = {
  child: {
    schema: Child,
    permission: 'children:read',
    load: async (reader, ids) => (await reader.db.child.findMany(named(reader, ids))).map(toChild),
  },
  client: {
    schema: Client,
    permission: 'clients:read',
    load: async (reader, ids) =>
      (await reader.db.client.findMany(named(reader, ids))).map(toClient),
  },
  provider: {
    schema: Provider,
    permission: 'providers:read',
    load: async (reader, ids) =>
      (await reader.db.provider.findMany(named(reader, ids))).map(toProvider),
  },
  service: {
    schema: Service,
    permission: 'services:read',
    load: async (reader, ids) =>
      (await reader.db.service.findMany(named(reader, ids))).map(toService),
  },
  location: {
    schema: Location,
    permission: 'locations:read',
    load: async (reader, ids) =>
      (await reader.db.location.findMany(named(reader, ids))).map(toLocation),
  },
  room: {
    schema: Room,
    permission: 'rooms:read',
    load: async (reader, ids) => (await reader.db.room.findMany(named(reader, ids))).map(toRoom),
  },
} satisfies Expandables
