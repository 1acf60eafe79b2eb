import { describe, expect, test } from 'vitest'
import { closest } from '#platform/core/input/closest.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { AvailabilityQuery } from '#scheduling/availability/schemas.ts'
import { CreateAppointment } from '#scheduling/appointments/schemas.ts'
import { CreateSchedule } from '#organization/schedules/schemas.ts'
import { CreateWebhookEndpoint } from '#webhooks/endpoints/schemas.ts'
import { EVENT_TYPES } from '#webhooks/events/event-types.ts'

describe('the closest match', () => {
  const names = ['serviceId', 'providerId', 'startsAt', 'timeZone', 'limit', 'cursor', 'sort']
  test.each([
    ['serviceID', ['serviceId']],
    ['service_id', ['serviceId']],
    ['servceId', ['serviceId']],
    ['serviceIds', ['serviceId']],
    ['timezone', ['timeZone']],
    ['zone', ['timeZone']],
    ['page_size', ['limit']],
    ['starting_after', ['cursor']],
    ['order_by', ['sort']],
    ['fishing', []],
    ['x', []],
    ['', []],
    ['s'.repeat(100_000), []],
  ])('%s', (written, meant) => {
    expect(closest(written, names)).toEqual(meant)
  })

  test.each([
    ['start', ['startsAt']],
    ['child', ['childId']],
    ['q', ['name']],
    ['createdAt', ['createdAt[gte]', 'createdAt[lt]']],
  ])('finds the name of a member or parameter, %s', (written, meant) => {
    const all = ['startsAt', 'childId', 'name', 'createdAt[gte]', 'createdAt[lt]', 'limit']
    expect(closest(written, all)).toEqual(meant)
  })

  test.each([
    ['appointment.created', ['booking.created']],
    ['appointment.canceled', ['booking.cancelled']],
    ['booking.rescheduled', ['appointment.rescheduled']],
    ['child.created', ['child.registered']],
    ['payment.succeded', ['payment.succeeded']],
    ['fishing.trip', []],
  ])('finds the event type %s', (written, meant) => {
    expect(closest(written, EVENT_TYPES)).toEqual(meant)
  })
})

describe('an error suggests the closest match', () => {
  test('for a parameter', () => {
    const query = { serviceIds: '', from: '2026-12-01', to: '2026-12-02' }
    expect(parseInput(AvailabilityQuery, query, 'unknown_parameter')).toMatchObject({
      issues: expect.arrayContaining([
        {
          path: 'from',
          code: 'unknown_parameter',
          message: 'is not a parameter of this operation (did you mean startsAt[gte]?)',
        },
        {
          path: 'to',
          code: 'unknown_parameter',
          message: 'is not a parameter of this operation (did you mean startsAt[lt]?)',
        },
      ]) as unknown,
    })
  })

  test('for a nested member', () => {
    const messageOf = (schema: Parameters<typeof parseInput>[0], input: unknown) => {
      const parsed = parseInput(schema, input)
      const issues = 'issues' in parsed ? parsed.issues : []
      return issues.find(({ code }) => code === 'unknown_member')?.message
    }
    expect(messageOf(CreateAppointment, { serviceID: 'svc_1' })).toBe(
      'is not a member of this request (did you mean serviceId?)',
    )
    expect(messageOf(CreateSchedule, { windows: [{ start_time: '09:00' }] })).toBe(
      'is not a member of this request (did you mean startTime?)',
    )
    expect(messageOf(CreateAppointment, { fishing: 1 })).toBe(
      'is not a member of this request, which accepts childId, providerId, serviceId, type, startsAt, notes, locationId, roomId, durationMinutes, holdId, modality, placeOfService, meetingUrl, override',
    )
  })

  test('for one of many values, instead of listing all', () => {
    const endpoint = { url: 'https://example.com', eventTypes: ['appointment.created'] }
    expect(parseInput(CreateWebhookEndpoint, endpoint)).toEqual({
      issues: [
        {
          path: 'eventTypes.0',
          code: 'invalid_value',
          message: expect.stringMatching(
            /^must be one of the \d+ values in the reference \(did you mean booking\.created\?\)$/,
          ) as string,
        },
      ],
    })
  })
})
