const visibleShare = 0.1
const jumpShare = 0.7

/**
 * Fades in each block below the window once a tenth of it, or a tenth of the window, shows it: a block taller than ten
 * windows never shows a tenth of itself. What a jump brings further into view at once (a fragment, a found word, the
 * keyboard's focus) is simply there. Until then the block waits at the start of a fade that would begin and end by
 * itself (app/styles/base.css); this function puts it off for as long as the block is out of sight. Returns what shows
 * the blocks that still wait.
 */
export function revealBlocks(): () => void {
  const blocks = [...document.querySelectorAll('[data-reveal]')].filter(isBelow)
  const observers = [
    { threshold: visibleShare },
    // Above the window as far as any page reaches: what was passed over counts as seen.
    { rootMargin: `9999999px 0px -${visibleShare * 100}%` },
  ].map((options) => new IntersectionObserver(onVisible, options))

  for (const block of blocks) {
    for (const observer of observers) observer.observe(block)
    block.addEventListener('focusin', onFocus)
    block.addEventListener('animationstart', onFade)
    block.setAttribute('data-reveal', 'waiting')
  }

  function onVisible(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target, boundingClientRect } of entries) {
      if (isIntersecting) show(target, boundingClientRect.top > window.innerHeight * jumpShare ? 'shown' : 'true')
    }
  }

  function onFocus({ currentTarget }: Event) {
    show(currentTarget as Element)
  }

  // The wait is over: out of sight it starts again; in sight, though less than a tenth, the block fades in.
  function onFade({ target }: Event) {
    const block = target as Element
    if (!isBelow(block)) return forget(block)
    for (const animation of block.getAnimations()) animation.currentTime = 0
  }

  function show(block: Element, state = 'true') {
    block.setAttribute('data-reveal', state)
    forget(block)
  }

  function forget(block: Element) {
    for (const observer of observers) observer.unobserve(block)
    block.removeEventListener('focusin', onFocus)
    block.removeEventListener('animationstart', onFade)
  }

  return () => {
    for (const block of blocks) show(block)
  }
}

function isBelow(block: Element): boolean {
  return block.getBoundingClientRect().top >= window.innerHeight
}
