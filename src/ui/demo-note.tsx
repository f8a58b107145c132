/** In place of a form of a demonstration. @param what what it does not take, such as "sign-ups" */
export function DemoNote({ what }: { what: string }) {
  return (
    <p className="mx-auto w-full max-w-xl rounded-card bg-sunken px-4 py-6 text-center font-medium">
      {`This is a demonstration. It takes no ${what}.`}
    </p>
  );
}
