/** Says what a stored token is used for, how long it is stored, and what its owner should do. */
export function Purpose() {
	return (
		<section className="card">
			<h3>What it is used for</h3>
			<p>
				<b>Dropwire only stores the token.</b> It reads every product, launch and stock level without an account, so no
				check, launch entry or order uses the token, and no feature needs it. You can skip this part.
			</p>
			<h3>Terms of service</h3>
			<p>
				By sending a token you allow Dropwire to store the access token of your own sportswear account, encrypted, until
				the token expires or you delete it; a token without an expiry is stored for 24 hours. It is never shown again to
				anyone. Anyone with such a token can act in your account until it expires, so:
			</p>
			<ul>
				<li>use a burner account, not the one you buy with;</li>
				<li>change the account&apos;s details at least every hour of use;</li>
				<li>sign out at the retailer when you are done, which revokes the token.</li>
			</ul>
			<p>
				The full text is on the <a href="/privacy-policy-and-terms">terms page</a>.
			</p>
		</section>
	);
}

/** How a person finds the token in the browser. */
export function Guide() {
	return (
		<section className="card">
			<h3 id="guide">Guide: how to find the token</h3>
			<ol>
				<li>Sign in at the retailer&apos;s site in this browser.</li>
				<li>
					Open the developer tools (F12), then <b>Network</b>, and reload the page.
				</li>
				<li>
					Select a request to the retailer&apos;s <span className="mono">api</span> host and open its request headers.
				</li>
				<li>
					Copy the text after <span className="mono">Authorization: Bearer</span>. It begins with{' '}
					<span className="mono">eyJ</span>. Paste it into the form.
				</li>
			</ol>
		</section>
	);
}
