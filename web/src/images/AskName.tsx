import '../theme/overlays.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';

/** A file that needs a name before it can be saved. */
export interface Naming {
	suggested: string;
	extension: string;
	save(name: string): void;
}

/** Asks for a file's name. Cancelling saves nothing. */
export function AskName({ naming, close }: { naming: Naming | null; close(): void }) {
	return (
		<Modal
			stackId="name"
			opened={naming !== null}
			onClose={close}
			title="Enter the file name"
			centered
			size="sm"
			zIndex={400}
		>
			{naming && <NameForm key={naming.suggested} naming={naming} close={close} />}
		</Modal>
	);
}

function NameForm({ naming, close }: { naming: Naming; close(): void }) {
	const [name, setName] = useState(naming.suggested);
	return (
		<form
			className="panel-form"
			onSubmit={(event) => {
				event.preventDefault();
				naming.save(name.trim() || naming.suggested);
				close();
			}}
		>
			<TextInput
				label="File name"
				value={name}
				onChange={(event) => setName(event.currentTarget.value)}
				rightSection={<span className="dim">.{naming.extension}</span>}
				rightSectionWidth={44}
				data-autofocus
			/>
			<div className="two">
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button type="submit">Download</Button>
			</div>
		</form>
	);
}
