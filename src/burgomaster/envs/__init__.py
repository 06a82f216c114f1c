"""The games behind the interfaces of other libraries. Each module needs the one it is named after.

    from burgomaster.envs import pettingzoo          # turn by turn, every seat is an agent
    import burgomaster.envs.gymnasium                # one seat against bots, and thousands of games at once
    import burgomaster.envs.openspiel                # pyspiel.load_game("python_burgomaster(game=...)")
    from burgomaster.envs.policy_bot import PolicyBot  # what was trained, at our own tables

Nothing below this layer imports it, and naming it loads no library.
"""
