/** The demo of bin/up: one booking, the workflow that sends its reminders, and the signed webhook. */
import type { Named, Appointment, FollowUp } from './demo-output.ts'
import { askDemoAssistant, type DemoAssistant } from './demo-knowledge.ts'
import { failure, type DemoClient } from './demo-client.ts'
import {
  bookingCommand,
  describeAnswer,
  describeAppointment,
  describeDelivery,
  describeMail,
  describeSteps,
} from './demo-output.ts'
import { startDemoReceiver, type DemoReceiver } from './demo-receiver.ts'
import type { Platform } from './platform.ts'
import { elapsed, paint, type Progress } from './progress.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLocalTime, DAY_MS, dateIn, HOUR_MS } from '#platform/core/time/time.ts'

const DESCRIPTION = 'Receiver of the bin/up demo'
/** Far enough ahead that all reminders are still due. */
const FIRST_AFTER_MS = 3 * DAY_MS
const OPENS_AT = '09:00'
/** The hours of a day, and the days, to try: every start of bin/up books one slot. */
const HOURS_A_DAY = 8
const DAYS_TO_TRY = 60
const MAIL_WAIT_MS = 20_000

export interface DemoOptions {
  stack: AsyncDisposableStack
  out: NodeJS.WriteStream
  progress: Progress
  signal: AbortSignal
  client: DemoClient
  assistant: DemoAssistant
}

interface Page<T> {
  data: T[]
}

interface Place {
  id: string
  timeZone: string
}

export async function runDemo(platform: Platform, options: DemoOptions): Promise<void> {
  const { stack, out, progress, signal, client, assistant } = options
  const [api = ''] = platform.apis
  const title = (text: string) => progress.line(paint(out, 'bold', text))
  const receiver = stack.use(await startDemoReceiver())
  await subscribe(client, receiver, stack)

  const since = Date.now()
  const { appointment, booking } = await bookFirst(client)
  title(`\nFirst appointment: POST /v1/appointments → 201 in ${elapsed(Date.now() - since)}`)
  progress.line(describeAppointment(appointment))

  const followUp = await firstFollowUp(client, appointment.id, signal)
  if (followUp) {
    const { uiUrl, namespace } = platform.temporal
    const id = encodeURIComponent(followUp.workflowId)
    title(
      `Its workflow: ${uiUrl ? `${uiUrl}/namespaces/${namespace}/workflows/${id}` : followUp.workflowId}`,
    )
    progress.line(describeSteps(followUp))
  } else {
    title('Its workflow: not there yet')
    progress.line('  see GET /v1/follow-ups, and the log of the worker')
  }

  const delivery = await receiver.waitFor(
    ({ event }) => event.type === 'booking.created' && event.data['bookingId'] === appointment.id,
    { timeoutMs: 20_000, signal },
  )
  if (delivery) {
    title(`Its webhook: ${delivery.event.type} ${delivery.event.id}`)
    progress.line(describeDelivery(delivery, out))
  } else {
    title('Its webhook: not delivered within 20 s')
    progress.line('  see GET /v1/deliveries, and the log of the worker')
  }

  const { server: caught } = platform.mail
  // A centre created by an earlier version sends none.
  if (caught && followUp?.steps.some(({ step }) => step === 'invitation')) {
    const mail = await caught.waitFor(() => true, MAIL_WAIT_MS).catch(() => undefined)
    title(`Its e-mail: ${mail ? describeMail(mail) : 'none yet, see GET /v1/messages'}`)
  }

  const asked = await askDemoAssistant(client, assistant, signal)
  if (asked) {
    title(
      `Asked of its documents: ${asked.question} (To connect a language model: /docs/guides/knowledge)`,
    )
    progress.line(describeAnswer(asked))
  } else {
    title('Its documents: not read within 20 s')
    progress.line('  see GET /v1/ai/knowledge/documents, and the log of the worker')
  }

  title('Book the next one')
  const startsAt = new Date(Date.parse(booking.startsAt) + HOUR_MS).toISOString()
  progress.line(bookingCommand(api, platform.credentials, { ...booking, startsAt }))
  receiver.onDelivery = ({ event, verified }) => {
    const mark = verified ? paint(out, 'green', '✓ verified') : paint(out, 'red', '✗ bad signature')
    progress.line(`  webhook ${event.type} ${event.id} ${mark}`)
  }
}

/** The receiver has a new port at every start, so the endpoint of an earlier start is deleted. */
async function subscribe(client: DemoClient, receiver: DemoReceiver, stack: AsyncDisposableStack) {
  const path = '/v1/webhook-endpoints'
  const existing = await client.get<Page<{ id: string; description?: string | null }>>(path)
  const stale = existing.data.filter((endpoint) => endpoint.description === DESCRIPTION)
  for (const { id } of stale) await client.delete(`${path}/${id}`)
  const wanted = { url: receiver.url, eventTypes: ['*'], description: DESCRIPTION }
  const answer = await client.post<{ id: string; secret: string }>(path, wanted)
  if (answer.status !== 201) throw failure(`POST ${path}`, answer)
  receiver.secret = answer.body.secret
  stack.defer(async () => {
    // Optional cleanup: the next start also works without it, for example if the platform is already stopping.
    await client.delete(`${path}/${answer.body.id}`).catch(() => {})
  })
}

async function bookFirst(client: DemoClient) {
  const children = await client.get<Page<Named>>('/v1/children?limit=1')
  const providers = await client.get<Page<Named>>('/v1/providers?limit=1')
  const services = await client.get<Page<Named>>('/v1/services?code=THERAPY_SESSION')
  const [child, provider, service] = [children.data[0], providers.data[0], services.data[0]]
  if (!child || !provider || !service)
    throw new Error('The demo centre lacks a child, a provider or a service')
  const places = await client.get<Page<Place>>('/v1/locations?limit=100')
  const place = places.data.find(({ id }) => id === provider.locationIds?.[0])
  for (const startsAt of startsOf(place?.timeZone ?? 'UTC')) {
    const booking = {
      childId: child.id,
      providerId: provider.id,
      serviceId: service.id,
      startsAt,
    }
    const answer = await client.post<Appointment & { code?: string }>('/v1/appointments', booking)
    if (answer.status === 201) return { appointment: answer.body, booking }
    if (answer.status !== 409 || answer.body.code !== 'slot_taken') {
      throw failure('POST /v1/appointments', answer)
    }
  }
  throw new Error(`No free hour for the demo provider within ${DAYS_TO_TRY} days`)
}

/** The hours of future working days in a zone. */
function* startsOf(timeZone: string): Generator<string> {
  const from = Date.now() + FIRST_AFTER_MS
  for (let day = 0; day < DAYS_TO_TRY; day++) {
    const opens = atLocalTime(dateIn(new Date(from + day * DAY_MS), timeZone), OPENS_AT, timeZone)
    for (let hour = 0; hour < HOURS_A_DAY; hour++)
      yield new Date(opens.getTime() + hour * HOUR_MS).toISOString()
  }
}

/** The workflow starts through the outbox a moment after the booking is committed. */
async function firstFollowUp(client: DemoClient, subject: string, signal: AbortSignal) {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const { data } = await client.get<Page<FollowUp>>(`/v1/follow-ups?subjectId=${subject}`)
    const found = data.find((followUp) => followUp.steps.length > 0)
    if (found) return found
    await sleep(50, undefined, { signal })
  }
  return undefined
}
