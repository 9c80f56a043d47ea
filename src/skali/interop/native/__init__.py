"""What has to be quick: compiled with the rules, and free of every library that is not Skáli's own."""
