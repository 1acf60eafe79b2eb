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
    again: told('If the same link asks for more: the label of the link back to it.'),
  },
  required: ['title', 'paragraphs'],
}

const field = {
  type: 'object',
  properties: {
    name: told('Name of the member in the answer.'),
    label: told('Text of the question.'),
    type: told('How it is answered. A section is a heading and takes no answer.', {
      ...text,
      enum: ['CHOICE', 'CHOICES', 'TEXT', 'LINE', 'NUMBER', 'DATE', 'SECTION', 'FILE'],
    }),
    help: told('Explanation shown below the question.'),
    required: told('Whether it must be answered.', { type: 'boolean' }),
    value: told('Earlier answer in the draft.', reference('FormAnswer')),
    options: told('Options.', {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          value: told('Value sent for the option.'),
          label: told('Label of the option.'),
        },
      },
    }),
    accept: told('Media types of the file.', strings),
    maxLength: told('Maximum number of characters.', { type: 'integer' }),
    showIf: told(
      'The question is asked only while the earlier answers meet all of these conditions.',
      {
        type: 'array',
        items: reference('FormCondition'),
      },
    ),
    isHidden: told('Whether the question is hidden for the answers so far.', { type: 'boolean' }),
    isYesNo: told(
      'Whether it is a yes-no question: its options are `yes` and `no`; conditions compare with true and false.',
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
    summary: 'View what a one-time link asks',
    description:
      'A page for browsers (`Accept: text/html`), JSON otherwise. Viewing does not use the link up.',
    success: {
      description: 'Its questions.',
      schema: {
        type: 'object',
        properties: {
          purpose: told('What the link is for.'),
          centre: told('Who asks.'),
          title: told('Heading of the page.'),
          paragraphs: told('Text of the page.', strings),
          list: told('Further details, if any.', strings),
          fields: told('The questions, in order.', { type: 'array', items: field }),
          expiresAt: told('When it stops accepting answers, in UTC.', {
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

const answerSchema = { type: 'object', description: 'The fields that the link asks for.' }
const answer = { schema: answerSchema, example: { rating: 5 } }

const withFiles = {
  type: 'object',
  description:
    'The fields of a link that asks for files. Files are kept together with the answer, or not at all.',
}

export const redeemLinkRoute = {
  ...publicRoute({
    operationId: 'redeemLink',
    tag: 'One-time links',
    summary: 'Redeem a one-time link: answer it',
    description:
      'A link accepts one answer. A refused answer leaves it usable, and so does a form sent with `_save`, which is stored as a draft. An applicant’s link can be used repeatedly until the onboarding ends.',
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
