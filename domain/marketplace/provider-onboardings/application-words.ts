import type { ItemStatus } from './rules.ts'

/** What an applicant reads on their page. */
export const APPLICATION_WORDS = {
  en: {
    title: 'Your application',
    intro:
      'Send what you have; you can come back with the same link as often as you like. Only the centre sees what you send.',
    nothing: 'There is nothing for you to do at the moment. We will write to you.',
    states: {
      WAITING: 'still missing',
      RETURNED: 'needed again',
      PROVIDED: 'received, will be checked',
      ACCEPTED: 'done',
      WAIVED: 'not needed',
    } satisfies Record<ItemStatus, string>,
    ours: 'we see to it',
    byForm: 'we have sent you the form in an e-mail of its own',
    file: (kinds: string) => `Choose a file (${kinds})`,
    asked: 'we have asked the people whom you named',
    until: (day: string) => `Please send it by ${day}.`,
    why: (reason: string) => `We need it once more: ${reason}`,
    license: {
      number: 'Number of the license',
      authority: 'Who issued it',
      state: 'Country and state',
      stateHelp: 'As in US-IL for Illinois.',
      expiresOn: 'Expires on',
      expiresOnHelp: 'Leave it empty when the license has no end.',
    },
    refereeName: (number: number) => `Person ${number}: full name`,
    refereeEmail: (number: number) => `Person ${number}: e-mail address`,
    submit: 'Send',
    saved: 'Saved',
    received: 'What you have sent has reached the centre.',
    again: 'Back to your application',
  },
  de: {
    title: 'Ihre Bewerbung',
    intro:
      'Senden Sie, was Sie haben; mit demselben Link können Sie jederzeit weitermachen. Was Sie senden, sieht nur die Praxis.',
    nothing: 'Zurzeit ist nichts für Sie zu tun. Wir schreiben Ihnen.',
    states: {
      WAITING: 'fehlt noch',
      RETURNED: 'wird noch einmal gebraucht',
      PROVIDED: 'angekommen, wird geprüft',
      ACCEPTED: 'erledigt',
      WAIVED: 'nicht nötig',
    } satisfies Record<ItemStatus, string>,
    ours: 'darum kümmern wir uns',
    byForm: 'das Formular haben wir Ihnen in einer eigenen E-Mail gesendet',
    file: (kinds: string) => `Datei auswählen (${kinds})`,
    asked: 'wir haben die Personen gefragt, die Sie genannt haben',
    until: (day: string) => `Bitte senden Sie es bis ${day}.`,
    why: (reason: string) => `Wir brauchen es noch einmal: ${reason}`,
    license: {
      number: 'Nummer der Zulassung',
      authority: 'Ausgestellt von',
      state: 'Land und Bundesland',
      stateHelp: 'Zum Beispiel DE-BE für Berlin.',
      expiresOn: 'Gültig bis',
      expiresOnHelp: 'Bleibt leer, wenn die Zulassung kein Ende hat.',
    },
    refereeName: (number: number) => `Person ${number}: voller Name`,
    refereeEmail: (number: number) => `Person ${number}: E-Mail-Adresse`,
    submit: 'Absenden',
    saved: 'Gespeichert',
    received: 'Was Sie gesendet haben, ist angekommen.',
    again: 'Zurück zu Ihrer Bewerbung',
  },
}
export type ApplicationWords = (typeof APPLICATION_WORDS)['en']
