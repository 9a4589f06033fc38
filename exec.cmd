@rem The scripts of package.json begin with sh's `exec`, so that signals to npm reach them; cmd.exe runs this file instead.
@%*
