const title = 'A bare page'

export default function Page() {
  return <h1>{title}</h1>
}
