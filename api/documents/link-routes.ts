import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { reference } from './schema-components.ts'
import { publicRoute, strings, text, told } from './public-route.ts'

const token = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'Of the link in the message.',
  schema: text,
  example: 'mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE',
}
const GONE: ErrorCode[] = ['not_found', 'link_used', 'link_expired', 'processing_restricted']

const receipt = {
  type: 'object',
  properties: {
    title: told('Heading of the page.'),
    paragraphs: told('Text of the page.', strings),
    again: told('Where the same link asks for more: what the way back to it is called.'),
  },
  required: ['title', 'paragraphs'],
}

const field = {
  type: 'object',
  properties: {
    name: told('Member of the answer.'),
    label: told('Text of the question.'),
    type: told('How it is answered; a section is a heading and takes no answer.', {
      ...text,
      enum: ['CHOICE', 'CHOICES', 'TEXT', 'LINE', 'NUMBER', 'DATE', 'SECTION', 'FILE'],
    }),
    help: told('Explanation below it.'),
    required: told('Whether it must be answered.', { type: 'boolean' }),
    value: told('Earlier answer in the draft.', reference('FormAnswer')),
    options: told('Options.', {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          value: told('Value sent for the option.'),
          label: told('The option as people read it.'),
        },
      },
    }),
    accept: told('Media types of the file.', strings),
    maxLength: told('Most characters of the answer.', { type: 'integer' }),
    showIf: told('It is asked while all of these are met by the answers before it.', {
      type: 'array',
      items: reference('FormCondition'),
    }),
    isHidden: told('It is not asked for the answers so far.', { type: 'boolean' }),
    isYesNo: told('Its options are `yes` and `no`; conditions compare with true and false.', {
      type: 'boolean',
    }),
  },
  required: ['name', 'label', 'type'],
}

export const viewLinkRoute = {
  ...publicRoute({
    operationId: 'viewLink',
    tag: 'One-time links',
    summary: 'View what a one-time link asks',
    description:
      'A page for browsers (`Accept: text/html`), JSON otherwise. Looking uses nothing up.',
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
          fields: told('Its questions, in order.', { type: 'array', items: field }),
          expiresAt: told('Until when it can be answered, in UTC.', {
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
      'Once: of several answers one is heard. A refused answer leaves the link usable, and so does a form that is sent with `_save`: it is kept as a draft. The link of somebody who applies is used again and again, until the onboarding is over.',
    requestBody: {
      required: true,
      content: {
        'application/json': answer,
        'application/x-www-form-urlencoded': answer,
        'multipart/form-data': { schema: withFiles },
      },
    },
    success: {
      description: 'It was heard.',
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
