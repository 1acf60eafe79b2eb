import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { reference } from './schema-components.ts'
import { publicRoute, strings, text, told } from './public-route.ts'

const token = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'Token of the link in the message.',
  schema: text,
  example: 'mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE',
}
const GONE: ErrorCode[] = ['not_found', 'link_used', 'link_expired', 'processing_restricted']

const receipt = {
  type: 'object',
  properties: {
    title: told('Heading of the page.'),
    paragraphs: told('Text of the page.', strings),
    again: told('If the same link asks for more: the label of the link that leads back to it.'),
  },
  required: ['title', 'paragraphs'],
}

const field = {
  type: 'object',
  properties: {
    name: told('Name of the member in the request body.'),
    label: told('Text of the question.'),
    type: told('Kind of input. A section is a heading and has no answer.', {
      ...text,
      enum: ['CHOICE', 'CHOICES', 'TEXT', 'LINE', 'NUMBER', 'DATE', 'SECTION', 'FILE'],
    }),
    help: told('Explanation shown below the question.'),
    required: told('Whether the question must be answered.', { type: 'boolean' }),
    value: told('Answer saved earlier as a draft.', reference('FormAnswer')),
    options: told('Options.', {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          value: told('Value to send for the option.'),
          label: told('Label of the option.'),
        },
      },
    }),
    accept: told('Accepted media types of the file.', strings),
    maxLength: told('Maximum number of characters.', { type: 'integer' }),
    showIf: told(
      'Conditions on earlier answers. The question is asked only while all of them are met.',
      {
        type: 'array',
        items: reference('FormCondition'),
      },
    ),
    isHidden: told('Whether the question is hidden for the answers so far.', { type: 'boolean' }),
    isYesNo: told(
      'Whether the question is a yes-no question. Its options are `yes` and `no`; conditions compare with true and false.',
      {
        type: 'boolean',
      },
    ),
  },
  required: ['name', 'label', 'type'],
}

export const viewLinkRoute = {
  ...publicRoute({
    operationId: 'viewLink',
    tag: 'One-time links',
    summary: 'View a one-time link',
    description:
      'Returns a page for browsers (`Accept: text/html`), otherwise JSON. Viewing a link does not use it up.',
    success: {
      description: 'Questions to answer.',
      schema: {
        type: 'object',
        properties: {
          purpose: told('Purpose of the link.'),
          centre: told('Who asks.'),
          title: told('Heading of the page.'),
          paragraphs: told('Text of the page.', strings),
          list: told('Further details; null if there are none.', strings),
          fields: told('Questions, in order.', { type: 'array', items: field }),
          expiresAt: told('When the link stops accepting answers, in UTC.', {
            ...text,
            format: 'date-time',
          }),
        },
        required: ['purpose', 'centre', 'title', 'paragraphs', 'fields', 'expiresAt'],
      },
      example: {
        purpose: 'feedback',
        centre: 'Sunrise Therapy',
        title: 'How was it?',
        paragraphs: ['Your answer goes to the centre.'],
        fields: [
          {
            name: 'rating',
            label: 'How was the appointment?',
            type: 'CHOICE',
            options: [{ value: '5', label: 'Very good' }],
          },
        ],
        expiresAt: '2026-12-15T10:00:00.000Z',
      },
    },
    errors: GONE,
  }),
  parameters: [token],
}

const answerSchema = {
  type: 'object',
  description: 'Values of the fields for which the link asks.',
}
const answer = { schema: answerSchema, example: { rating: 5 } }

const withFiles = {
  type: 'object',
  description:
    'Values of the fields of a link that asks for files. Either the files are stored together with the answer, or nothing is stored.',
}

export const redeemLinkRoute = {
  ...publicRoute({
    operationId: 'redeemLink',
    tag: 'One-time links',
    summary: 'Answer a one-time link',
    description:
      'A link accepts one answer. It stays usable after a refused answer, and after a form sent with `_save`, which is stored as a draft. An applicant can use their link repeatedly until the onboarding ends.',
    requestBody: {
      required: true,
      content: {
        'application/json': answer,
        'application/x-www-form-urlencoded': answer,
        'multipart/form-data': { schema: withFiles },
      },
    },
    success: {
      description: 'The answer was accepted.',
      schema: receipt,
      example: { title: 'Thank you', paragraphs: ['Your answer has reached the centre.'] },
    },
    errors: [
      ...GONE,
      'validation_failed',
      'file_refused',
      'malformed_json',
      'payload_too_large',
      'unsupported_media_type',
    ],
  }),
  parameters: [token],
}
