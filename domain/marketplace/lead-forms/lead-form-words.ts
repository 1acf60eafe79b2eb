import type { Language } from '#messaging/messages/templates/define-template.ts'

/** What stands on the pages of a form beside the words of the centre. */
export const LEAD_FORM_WORDS = {
  en: {
    contactName: 'Your name',
    contactEmail: 'Your e-mail address',
    proof:
      'We will send you an e-mail with a link. Only when you confirm it does the centre get your request.',
    agree: 'I agree',
    trap: 'Leave this empty',
    submit: 'Send',
    sent: 'Look into your e-mail',
    check:
      'We have sent you a link. Please confirm it within a day: what you wrote is deleted otherwise. You can close this page.',
    confirmTitle: 'Send your request',
    confirmIntro: 'Please confirm that you asked for a place. The link works once.',
    confirmQuestion: 'Did you ask for a place?',
    confirmYes: 'Yes, send my request to the centre',
    thanks: 'Thank you',
    received: 'Your request has reached the centre. We will get in touch with you.',
  },
  de: {
    contactName: 'Ihr Name',
    contactEmail: 'Ihre E-Mail-Adresse',
    proof:
      'Wir senden Ihnen eine E-Mail mit einem Link. Erst wenn Sie ihn bestätigen, erhält die Praxis Ihre Anfrage.',
    agree: 'Ich bin einverstanden',
    trap: 'Bitte leer lassen',
    submit: 'Absenden',
    sent: 'Sehen Sie in Ihre E-Mails',
    check:
      'Wir haben Ihnen einen Link gesendet. Bitte bestätigen Sie ihn innerhalb eines Tages, sonst wird gelöscht, was Sie geschrieben haben. Sie können diese Seite schließen.',
    confirmTitle: 'Ihre Anfrage absenden',
    confirmIntro:
      'Bitte bestätigen Sie, dass Sie nach einem Platz gefragt haben. Der Link gilt einmal.',
    confirmQuestion: 'Haben Sie nach einem Platz gefragt?',
    confirmYes: 'Ja, meine Anfrage an die Praxis senden',
    thanks: 'Vielen Dank',
    received: 'Ihre Anfrage ist angekommen. Wir melden uns bei Ihnen.',
  },
} satisfies Record<Language, object>
