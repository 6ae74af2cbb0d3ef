/** Topics of the classifier: the ids of facts, and intents such as `intent.offTopic`. */
export function isFact(topic: string): boolean {
  return !topic.startsWith('intent.')
}
