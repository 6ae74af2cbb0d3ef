export default function Page() {
  return <h1>Title</h1>
}
