import { sendMessage } from '#messaging/messages/send-message.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Mail } from '../../../providers/mail/index.ts'
import type { TestApi } from '../../support/api.ts'

/** Sends a queued message of a centre, and returns the e-mail. */
export const mailOf = async (api: TestApi, tenantId: string, id: string): Promise<Mail> => {
  const mails: Mail[] = []
  await sendMessage(
    systemContext(api.services.platform, { tenantId, action: 'test' }),
    { id },
    {
      mailer: {
        from: 'care@example.org',
        send: async (mail) => {
          mails.push(mail)
          return { outcome: 'sent' }
        },
        [Symbol.asyncDispose]: async () => {},
      },
      publicUrl: 'https://care.test',
    },
  )
  return mails[0]!
}
