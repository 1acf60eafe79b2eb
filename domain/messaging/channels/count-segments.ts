/** Texts of which a message consists, each of which is paid. */
export interface Segments {
  segments: number
  encoding: 'GSM_7' | 'UCS_2'
}

/**
 * Counts the segments of an SMS: 160 characters of the GSM 03.38 alphabet, of which those of its extension table
 * count twice, or 70 of UCS-2; in several segments 153 and 67.
 */
export const countSegments = async (text: string): Promise<Segments> => {
  const { SegmentedMessage } = (await import('sms-segments-calculator')).default
  const message = new SegmentedMessage(text)
  return {
    segments: message.segmentsCount,
    encoding: message.encodingName === 'GSM-7' ? 'GSM_7' : 'UCS_2',
  }
}
