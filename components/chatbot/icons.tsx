export function LauncherIcon() {
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
      <path d="M4 5h16v11h-9l-5 4v-4H4z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 9h8M8 12h5" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}

export function CloseIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}

export function SendIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d="M12 20V5M6 11l6-6 6 6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}

export function StopIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d="M7 7h10v10H7z" fill="currentColor" />
    </svg>
  )
}

export function OutIcon() {
  return (
    <svg className="chat-out" viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
      <path d="M4 2h6v6M10 2L2 10" fill="none" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  )
}
