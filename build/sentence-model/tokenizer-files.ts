import type { PackedModel } from './packed-model.ts'

/** What SentencePiece puts where a word begins. */
const WORD = '▁'

/** The files of Hugging Face's layout beside the weights, by name. */
export const tokenizerFiles = ({
  pieces,
  special: { begin, end, pad, unknown },
  ...model
}: PackedModel): Record<string, unknown> => {
  const nameOf = (id: number): string => pieces[id]?.[0] ?? ''
  const [first, last] = [nameOf(begin), nameOf(end)]
  const words = { type: 'Metaspace', replacement: WORD, prepend_scheme: 'always' }
  return {
    'config.json': {
      architectures: ['BertModel'],
      model_type: 'bert',
      hidden_size: model.hidden,
      num_hidden_layers: model.layers,
      num_attention_heads: model.heads,
      intermediate_size: model.inner,
      vocab_size: model.vocabulary,
      max_position_embeddings: model.longest,
    },
    // The model was trained with these words before each text.
    'config_sentence_transformers.json': {
      prompts: { query: 'query: ', document: 'passage: ' },
    },
    'tokenizer_config.json': {
      tokenizer_class: 'XLMRobertaTokenizer',
      model_max_length: model.longest,
      bos_token: first,
      eos_token: last,
      cls_token: first,
      sep_token: last,
      pad_token: nameOf(pad),
      unk_token: nameOf(unknown),
    },
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [begin, pad, end, unknown].map((id) => ({
        id,
        content: nameOf(id),
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      })),
      normalizer: {
        type: 'Sequence',
        normalizers: [
          { type: 'NFKC' },
          { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        ],
      },
      pre_tokenizer: words,
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: first, type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
          { SpecialToken: { id: last, type_id: 0 } },
        ],
        pair: [],
        special_tokens: {
          [first]: { id: first, ids: [begin], tokens: [first] },
          [last]: { id: last, ids: [end], tokens: [last] },
        },
      },
      decoder: words,
      model: {
        type: 'Unigram',
        unk_id: unknown,
        // Scores have no more digits than numbers of 32 bits.
        vocab: pieces.map(([text, score]) => [text, Number(score.toPrecision(7))]),
      },
    },
  }
}
