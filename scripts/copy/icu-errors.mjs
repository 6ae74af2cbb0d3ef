// JavaScript, as the preview of the development server reads it too.
const sentences = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'A { has no }.',
  UNCLOSED_TAG: 'A <tag> is not closed.',
  UNCLOSED_QUOTED_ARGUMENT_STYLE: 'An apostrophe opens a quotation that does not end.',
  UNMATCHED_CLOSING_TAG: 'A closing </tag> has no opening <tag> of the same name.',
  INVALID_TAG: 'A < begins no tag.',
  EMPTY_ARGUMENT: 'Between { and } stands no name.',
  MALFORMED_ARGUMENT: 'What stands between { and } is no name.',
  MISSING_OTHER_CLAUSE: 'A plural has no “other {…}”, which every language needs.',
  INVALID_ARGUMENT_TYPE: 'After the comma in {…} stands no known word, such as plural or number.',
}

/**
 * What an error of the ICU MessageFormat parser means, and how to fix it.
 * @param {string} error
 * @returns {[problem: string, fix: string]}
 */
export function explainIcu(error) {
  const sentence = Object.entries(sentences).find(([code]) => code === error)?.[1]
  const problem = `${sentence ?? 'The {…} or <…> in this text cannot be read.'} (${error})`
  return [problem, 'Compare it with the text in another language. Copy what stands in { } and < > as it is.']
}
