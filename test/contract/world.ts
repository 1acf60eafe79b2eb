import { exampleFor } from '../../api/documents/examples.ts'
import type { Operation } from '../../api/http/operation.ts'
import type { ApiClient } from '../support/api.ts'
import type { SentForm } from '../support/multipart.ts'
import { createAgents } from './world/agents.ts'
import { createBilling } from './world/billing.ts'
import { createCare } from './world/care.ts'
import { createKnowledge } from './world/knowledge.ts'
import { createLeads } from './world/leads.ts'
import { createMarketplace } from './world/marketplace.ts'
import { createOnboarding } from './world/onboarding.ts'
import { createMessaging } from './world/messaging.ts'
import { createPeople } from './world/people.ts'
import { createPlatform } from './world/platform.ts'
import { createRecords, type Json, type Made, type WorldApi } from './world/records.ts'
import { createScheduling } from './world/scheduling.ts'
import { createStaff } from './world/staff.ts'
import { createWebhooks } from './world/webhooks.ts'

export { CLINICAL, FORM_ANSWERS } from './world/care.ts'
export { PUBLIC_URL } from './world/webhooks.ts'
export type { Json, Made, WorldApi } from './world/records.ts'

/**
 * A tenant with records of every kind. Each area creates its own from the given ones.
 * @param site the location of all records; if absent, each record creates its own
 */
export const createWorld = (api: WorldApi, client: ApiClient, site?: Made) => {
  const records = createRecords(api, client)
  const people = createPeople(records, site)
  const scheduling = createScheduling(records, people)
  const care = createCare(records, people)
  const billing = createBilling(records, people, scheduling)
  const webhooks = createWebhooks(records, scheduling)
  const messaging = createMessaging(records, people, scheduling)
  const marketplace = createMarketplace(records, people)
  const onboarding = createOnboarding(records, site)
  const leads = createLeads(records, people, marketplace, site)
  const knowledge = createKnowledge(records, people, site)
  const platform = createPlatform(records, people)
  const staff = createStaff(records)
  const agents = createAgents(records, people)
  return {
    ...records,
    ...people,
    ...scheduling,
    ...care,
    ...billing,
    ...webhooks,
    ...messaging,
    ...marketplace,
    ...onboarding,
    ...leads,
    ...knowledge,
    ...platform,
    ...staff,
    ...agents,
  }
}

export type World = ReturnType<typeof createWorld>

/** The input of one call of an operation. */
export interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** For an operation with a binary body. */
  form?: SentForm
}

/** The request of a call. */
export const requestOf = (operation: Operation, { params = {}, query = {}, body, form }: Call) => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name)
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method.toUpperCase(),
    path: search ? `${path}?${search}` : path,
    ...(body !== undefined && { json: body }),
    ...(form && { form }),
  }
}

/** The complete example body of an operation; `undefined` if it has none. */
export const exampleBody = (operation: Operation): Json | undefined =>
  operation.body && (exampleFor(operation.body) as Json)

/** A call whose body and parameters parse, about records that do not exist. */
export const exampleCall = (operation: Operation): Call => ({
  ...(operation.params && { params: exampleFor(operation.params) as Record<string, string> }),
  ...(operation.body && { body: exampleFor(operation.body) }),
})
