import { exampleId } from '#platform/core/records/ids.ts'
import { publicRoute, strings, text, told } from './public-route.ts'

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Token of the form.',
  schema: text,
  example: exampleId('leadForm'),
}
const parameters = [
  id,
  {
    name: 'language',
    in: 'query',
    description: 'Language of the page, as a BCP 47 tag. Defaults to the languages of the browser.',
    schema: text,
    example: 'en',
  },
  {
    name: 'campaign',
    in: 'query',
    description: 'Campaign of the lead, instead of the form’s campaign.',
    schema: text,
    example: 'spring-2027',
  },
]

export const showLeadFormRoute = {
  ...publicRoute({
    operationId: 'showLeadForm',
    tag: 'Leads',
    summary: 'View a public lead form',
    description:
      'Returns a page for browsers (`Accept: text/html`), otherwise JSON. No sign-in is required.',
    success: {
      description: 'Questions to answer.',
      schema: {
        type: 'object',
        properties: {
          centre: told('Who asks.'),
          title: told('Heading of the page.'),
          paragraphs: told('Text of the page.', strings),
          fields: told('Questions of the form in order, as in a one-time link.', {
            type: 'array',
            items: { type: 'object' },
          }),
          hidden: told('Hidden fields. Send them back unchanged.', { type: 'object' }),
        },
        required: ['centre', 'title', 'paragraphs', 'fields', 'hidden'],
      },
      example: {
        centre: 'Sunrise Therapy',
        title: 'Ask for a place',
        paragraphs: ['Tell us about your child.'],
        fields: [{ name: 'contactName', label: 'Your name', type: 'LINE', required: true }],
        hidden: { startedAt: 'k1.mNq0b3W7yR5t' },
      },
    },
    errors: ['not_found'],
  }),
  parameters,
}

const answers = { type: 'object', description: 'Values of the form’s fields, and `hidden`.' }
const example = {
  startedAt: 'k1.mNq0b3W7yR5t',
  contactName: 'Mara Weiss',
  contactEmail: 'mara.weiss@example.com',
}

export const sendLeadFormRoute = {
  ...publicRoute({
    operationId: 'sendLeadForm',
    tag: 'Leads',
    summary: 'Send a public lead form',
    description:
      'The response is the same whether or not the address is known. The answers are stored for a day, and become a lead when the link in the e-mail is confirmed.',
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: answers, example },
        'application/x-www-form-urlencoded': { schema: answers, example },
      },
    },
    success: {
      description: 'A link was sent to the address.',
      schema: {
        type: 'object',
        properties: {
          title: told('Heading of the page.'),
          paragraphs: told('Text of the page.', strings),
        },
        required: ['title', 'paragraphs'],
      },
      example: { title: 'Check your e-mail', paragraphs: ['We have sent you a link.'] },
    },
    errors: [
      'not_found',
      'validation_failed',
      'malformed_json',
      'payload_too_large',
      'unsupported_media_type',
    ],
  }),
  parameters,
}
